import type { SleepType } from '../../core/records/sleep-record.ts'

// The words of «Reconstruir el día», where a carer enters a whole past day from memory.

const TYPE: Readonly<Record<SleepType, string>> = { siesta: 'Siesta', noche: 'Noche' }

export const rebuildDay = {
  open: 'Reconstruir el día',
  /** The same button when a day that was drawn and not saved waits behind it. */
  goOn: (count: number) => `Reconstruir: ${count} sin guardar`,
  notOpened: 'No se pudo abrir. Revisa tu conexión y vuelve a probar.',
  /** The day is written with non-breaking spaces, so that it stays on one line. */
  title: (day: string) => `Reconstruir el día · ${day.replace(' ', '\u00a0')}`,
  how: 'Arrastra de cuando se durmió a cuando despertó. Un toque también vale.',
  /** The tape's name for screen readers; `logged` is what is already logged on the day. */
  tape: (logged: string) => `Cinta del día, de 8h a 8h. Ya anotado: ${logged}`,
  logged: 'Rayado: lo que ya está anotado.',
  name: (type: SleepType, place: number) => `${TYPE[type]} ${place}`,
  startOf: (name: string) => `${name}, inicio`,
  endOf: (name: string) => `${name}, fin`,
  startTime: (name: string) => `${name}: hora de inicio`,
  endTime: (name: string) => `${name}: hora de fin`,
  change: (name: string, to: SleepType) => `${name}: cambiar a ${TYPE[to].toLowerCase()}`,
  remove: (name: string) => `Quitar ${name.toLowerCase()}`,
  add: 'Añadir sueño',
  /** Beside what begins before 8h: `day` is the one after that whose tape is drawn on. */
  startsOn: (day: string) => `Empieza el ${day.toLowerCase()}: aquí el día va de 8h a 8h.`,
  list: 'Lo que vas a guardar',
  wakeUp: 'Despertar',
  wakeUpTime: 'Despertar: hora',
  wakeUpLogged: (time: string) => `Despertar ya anotado: ${time}`,
  takeWakeUp: (time: string) => `${time}, al acabar la noche`,
  wakeUpInTheNight: 'Antes de las 05:00 suele ser un despertar de la noche.',
  removeWakeUp: 'Quitar despertar',
  save: (count: number) => (count === 1 ? 'Guardar 1 registro' : `Guardar ${count} registros`),
  saveNothing: 'Guardar',
  saved: 'Día reconstruido',
  savedDetail: (day: string, count: number) =>
    `${day}: ${count === 1 ? '1 registro guardado' : `${count} registros guardados`}.`,
  notMoved: 'Lo que cambiaste mientras se guardaba no se pudo guardar.',
} as const
