// Words about changes that wait for the network, and about those that the server refused.

export const sync = {
  offline: 'Sin conexión',
  serverTroubled: 'Servicio no disponible',
  /** Shown when a download can't be stored for want of space. */
  phoneFull: 'Sin espacio en este dispositivo',
  phoneFullDetail: 'No se pudieron guardar tus datos. Libera espacio: se volverá a intentar.',
  allSent: 'Todo enviado',
  show: 'Ver',
  refusedTitle: (count: number) => (count === 1 ? 'Cambio sin enviar' : 'Cambios sin enviar'),
  refusedText: (count: number) =>
    count === 1
      ? 'El servidor no lo ha aceptado. Sigue en este dispositivo hasta que decidas.'
      : 'El servidor no los ha aceptado. Siguen en este dispositivo hasta que decidas.',
  refusedKind: { insert: 'Añadir', patch: 'Cambiar', delete: 'Eliminar' },
  babyChange: 'Datos del bebé',
  planChange: 'Plan de sueño',
  recordChange: (type: string, day: string, start: string) => `${type}, ${day}${start && ` ${start}`}`,
  goneRecord: 'Registro de sueño',
  toSend: (count: number) => (count === 1 ? '1 registro por enviar' : `${count} registros por enviar`),
  pendingMark: 'Por enviar',
  refusedMark: 'No se pudo enviar',
  retryAll: 'Reintentar todos',
  refused: (count: number) =>
    count === 1 ? 'Un cambio no se pudo enviar' : `${count} cambios no se pudieron enviar`,
  discard: 'Descartar',
  discardTitle: '¿Descartar lo que no se pudo enviar?',
  discardText: 'Se borrará de este dispositivo. Esta acción no se puede deshacer.',
  /** `isAllSent`: there is something left all the same, which was deleted elsewhere after it was changed here. */
  signOutTitle: (isAllSent: boolean) =>
    isAllSent ? 'Hay cambios que solo están aquí' : 'Hay cambios sin enviar',
  /** `count` is 0 when only the baby's data or the plan are unsent. `canWait`: some of it may still be sent. */
  signOutText: (count: number, canWait: boolean) => {
    const lost =
      count === 0
        ? 'se perderán cambios'
        : count === 1
          ? 'se perderá 1 registro'
          : `se perderán ${count} registros`
    const wait = canWait ? ` Puedes esperar a que se ${count === 1 ? 'envíe' : 'envíen'}.` : ''
    return `Si cierras la sesión ahora, ${lost} de este dispositivo.${wait}`
  },
  signOutWait: 'Esperar',
  signOutWaiting: 'Enviando...',
  signOutOffline: 'Esperando conexión...',
  signOutAnyway: (count: number) => (count === 1 ? 'Cerrar y perderlo' : 'Cerrar y perderlos'),
} as const

/** The choice between the diaries that an account can look at. */
export const diarySwitch = {
  label: 'Diario que se muestra',
  nameless: 'Sin nombre',
  unsent: 'Hay cambios por enviar',
  unsentDetail: 'Espera a que se envíen antes de pasar a otro diario.',
  unsaved: 'Tienes algo sin guardar',
  unsavedDetail: 'Guárdalo o descártalo antes de pasar a otro diario.',
}
