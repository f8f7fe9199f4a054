// The words of the console, which only the provider's staff reads.

export const consoleFrame = {
  name: 'Consola',
  pages: 'Páginas de la consola',
  page: { families: 'Familias', templates: 'Plantillas', accounts: 'Cuentas' },
  /** The title of the browser's window, which names no family. */
  titleOfFamily: (part: string) => `${part} de una familia`,
  who: (name: string, role: 'consultant' | 'admin') => (role === 'admin' ? `${name} · administración` : name),
  leaveText: 'Todo lo de la consola está guardado. Para volver a entrar hará falta la contraseña.',
  losesText: (isHere: boolean, isElsewhere: boolean) => {
    const where = isHere ? (isElsewhere ? ', también en otra ventana' : '') : ' en otra ventana de la consola'
    return `Hay cosas tuyas sin enviar o sin guardar${where}. Si sales ahora, se pierden.`
  },
  loses: 'Salir y perderlas',
  reload: {
    title: '¿Recargar la consola?',
    text: 'Todo lo de la consola está guardado.',
    losesText: 'Hay cosas tuyas sin enviar o sin guardar. Si recargas ahora, se pierden.',
    loses: 'Recargar y perderlas',
  },
  fault: {
    title: 'Algo ha fallado en la consola',
    kept: 'Lo que enviaste está guardado. Recarga para seguir.',
    unsaved:
      'Lo que tengas sin enviar o sin guardar se pierde al recargar: si está en otra página, envíalo antes.',
  },
} as const

/** Why nobody knows what became of a change: nobody answered. What to do then is said after it. */
export const noConnection = 'No hay conexión con el servidor.'

/** What is said of asking once more after an answer that didn't come. */
export const retry = { asking: 'Probando...', unheard: 'El servidor sigue sin contestar.' } as const

export const staffGate = {
  asking: 'Abriendo la consola...',
  unheard: 'No se ha podido abrir la consola',
  unheardText: 'El servidor no contesta. Vuelve a probar dentro de un momento.',
  again: 'Volver a probar',
  notStaff: 'Esta página es para profesionales',
  notStaffText: (email: string) =>
    `La cuenta ${email} no tiene acceso a la consola. Si trabajas aquí, pide a quien administra que te lo dé.`,
  toDiary: 'Ir al diario',
  enter: 'Entrar en la consola',
  factorFirst: 'Activa el segundo factor',
  factorFirstText:
    'Aquí se ve el sueño de muchas familias: además de la contraseña hace falta un código de tu móvil.',
} as const
