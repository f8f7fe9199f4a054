// The words of the account's card. They load once somebody is signed in, so that the first load is smaller.

export const account = {
  title: 'Cuenta',
  password: 'Cambiar contraseña',
  email: 'Cambiar email',
  emailField: 'Email nuevo',
  emailText: (email: string) =>
    `Ahora es ${email}. Enviaremos un enlace y un código a las dos direcciones; el cambio se hará cuando confirmes en las dos.`,
  emailSubmit: 'Enviar enlaces',
  emailSame: 'Ya es tu email.',
  emailSent: 'Mira tus dos emails',
  emailSentDetail: 'El email cambiará cuando confirmes en los dos.',
  emailPending: (email: string) => `Cambio pendiente a ${email}`,
  emailPendingText: (email: string) =>
    `Hemos enviado un email a tu dirección de ahora y otro a ${email}. Abre los dos enlaces, o escribe aquí los dos códigos, uno detrás de otro.`,
  emailCode: 'Código del email',
  emailHalf: 'Bien. Falta el código del otro email.',
  emailDone: 'Tu email ha cambiado',
  emailAgain: 'Reenviar los emails',
  emailWithdraw: 'Cancelar el cambio',
  emailWithdrawn: 'Cambio cancelado',
  notWithdrawn: 'Aquí no se puede cancelar. Si no lo confirmas, no cambiará nada.',
  confirmCode: 'Confirmar',
  entry: 'Cuenta',
  privacy: 'Qué se guarda de ti y de tu bebé',
  secondFactor: 'Verificación en dos pasos',
  secondFactorOn: 'Activada: al entrar se te pedirá un código',
  secondFactorOff: 'Un código de tu móvil, además de la contraseña',
  turnOnTitle: 'Verificación en dos pasos',
  turnOnText:
    'Escanea este código QR con una aplicación de códigos (Google Authenticator, Aegis, 1Password…).',
  qrCode: 'Código QR para la aplicación de códigos',
  secret: 'O copia esta clave:',
  openApp: 'Abrir en este móvil',
  code: 'Código de seis números',
  turnOn: 'Activar',
  turnedOn: 'Verificación activada',
  turnedOnDetail:
    'Las demás sesiones se han cerrado. No borres la aplicación de códigos: la necesitarás para entrar.',
  turnOffTitle: '¿Desactivar la verificación?',
  turnOffText: 'Para entrar bastará con la contraseña.',
  turnOff: 'Desactivar',
  turnedOff: 'Verificación desactivada',
  others: 'Cerrar las demás sesiones',
  othersText:
    'Se cerrará la sesión en los demás móviles y navegadores. Un móvil perdido borra el diario y pide la contraseña en cuanto se abre la app con conexión; hasta entonces puede mostrar lo que tenía guardado. Lo que no haya enviado espera allí hasta volver a entrar.',
  othersConfirm: 'Cerrar sesiones',
  othersDone: 'Solo queda esta sesión',
  failed: 'No se ha podido cambiar',
  unknown: {
    title: 'No sabemos si se ha hecho',
    detail: 'Vuelve a probar en un momento.',
  },
  turnOnUnknown: {
    title: 'No sabemos si se ha activado',
    detail:
      'No borres la aplicación de códigos: puede que la necesites. Prueba otra vez con el código que salga ahora.',
  },
} as const

/** Said of a password that came with the account, or from the support. */
export const givenPassword = {
  title: 'Tu contraseña la eligió otra persona',
  text: 'Quien te la dio también la sabe. Elige una que solo sepa tu familia.',
  inAccount: 'Tu contraseña la eligió otra persona: elige la tuya.',
  choose: 'Elegir la mía',
  dialog: 'Elige tu contraseña',
  notNow: 'Ahora no',
} as const

const momentIn = (instant: string, timeZone: string) =>
  new Intl.DateTimeFormat('es', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant))

/** Where the account is signed in. */
export const openSessions = {
  title: 'Sesiones abiertas',
  device: ({ browser, system }: { browser: string | null; system: string | null }) =>
    browser !== null && system !== null
      ? `${browser} en ${system}`
      : (browser ?? system ?? 'Otro dispositivo'),
  current: 'Esta sesión',
  begun: (instant: string, timeZone: string) => `Empezó el ${momentIn(instant, timeZone)}`,
  lastUsed: (instant: string, timeZone: string) => `Último uso: ${momentIn(instant, timeZone)}`,
  end: 'Cerrar sesión',
  endTitle: (device: string) => `¿Cerrar la sesión de ${device}?`,
  endText:
    'En cuanto se abra allí la app con conexión, se borrará el diario de ese dispositivo y se pedirá la contraseña. Lo que no haya enviado se enviará al volver a entrar.',
  endOf: (device: string) => `Cerrar la sesión de ${device}`,
  ended: 'Sesión cerrada',
  failed: 'No se han podido cargar tus sesiones',
  notEnded: 'No se ha podido cerrar',
  done: 'Listo',
} as const

export const recoveryCodes = {
  title: 'Códigos de recuperación',
  head: (product: string) => `Códigos de recuperación de ${product}`,
  text: 'Si pierdes la aplicación de códigos, cada uno de estos sirve una vez en su lugar. Guárdalos fuera de este móvil: no volverán a salir.',
  copy: 'Copiar',
  copied: 'Copiados',
  copiedSaid: 'Códigos copiados',
  notCopied: 'No se han podido copiar. Mantén pulsado sobre ellos.',
  print: 'Imprimir',
  done: 'Ya los tengo',
  lostTitle: '¿Cerrar sin guardar los códigos?',
  lostText: 'No los has copiado ni impreso, y no volverán a salir. Si los has apuntado, puedes cerrar.',
  lose: 'Cerrar',
  renew: 'Códigos de recuperación nuevos',
  renewTitle: '¿Crear códigos nuevos?',
  renewText: 'Los que tengas guardados dejarán de servir.',
  renewConfirm: 'Crear códigos',
  unknown: {
    title: 'No sabemos si se han creado',
    detail: 'Puede que los que tengas guardados ya no sirvan. Crea otros: valdrán los que veas.',
  },
  notMade: 'Solo faltan los códigos de recuperación: créalos con «Códigos de recuperación nuevos».',
} as const

/** What is asked of who signed in long ago, before the account changes. */
export const signInAgain = {
  texts: {
    password: 'Antes de seguir, confirma que eres tú.',
    mailed: 'Escribe los seis números del email.',
    factor: 'Y ahora el código de tu aplicación.',
    recovery: 'Y ahora uno de los diez códigos que guardaste. Cada uno sirve una vez.',
  },
  password: 'Tu contraseña',
  wrongPassword: 'La contraseña no es correcta.',
  byMail: 'Recibir un código por email',
  mailedCode: 'Código del email',
  submit: 'Continuar',
  failed: 'No se ha podido confirmar',
} as const

export const signOutQuestion = {
  title: '¿Cerrar sesión?',
  text: 'Todo está enviado y sigue en la cuenta. Para volver a entrar hará falta la contraseña.',
  /** Where the consultant hasn't been told yet what was decided about a proposal. */
  untold:
    'Tu respuesta a la propuesta de plan aún no ha llegado: se queda en este móvil y se enviará cuando vuelvas a entrar. Hará falta la contraseña.',
} as const

export const deleteAccount = {
  open: 'Eliminar la cuenta',
  title: '¿Eliminar la cuenta?',
  text: (name: string | null) =>
    `Se borrarán para siempre los datos de ${name ?? 'tu bebé'}, el plan y todos los registros, aquí y en los demás móviles de la familia. No se puede deshacer. Si los quieres, expórtalos antes en «Tus datos».`,
  /** To whom the diary that is shown isn't their own. */
  guest: {
    title: '¿Eliminar tu cuenta?',
    text: 'Se borrarán para siempre tu cuenta y tu propio diario, aquí y en todos los móviles donde se use. No se puede deshacer. Si lo quieres, ábrelo y expórtalo antes en «Tus datos». El diario que estás viendo es de otra familia y no se borrará: lo que has anotado se queda en él, pero dejarás de verlo.',
    confirm: 'Eliminar mi cuenta',
  },
  unsent: (count: number) =>
    count === 0
      ? 'En este móvil hay cambios sin enviar: también se perderán.'
      : count === 1
        ? 'En este móvil hay 1 registro sin enviar: también se perderá.'
        : `En este móvil hay ${count} registros sin enviar: también se perderán.`,
  offline: 'Para eliminar la cuenta hace falta conexión. No se ha borrado nada.',
  email: 'Escribe tu email para confirmarlo',
  password: 'Tu contraseña',
  wrongPassword: 'La contraseña no es correcta.',
  confirm: 'Eliminar todo',
  busy: 'Eliminando...',
  failed: 'No se ha podido eliminar la cuenta',
  unanswered: {
    title: 'No sabemos si se ha eliminado',
    detail: 'No ha llegado la respuesta. Si la cuenta ya no existe, se cerrará aquí en cuanto haya conexión.',
  },
  gone: {
    title: 'Cuenta eliminada',
    detail: 'La cuenta y todo lo que guardaba se han borrado. En este dispositivo no queda nada.',
  },
} as const

/** What taking back the consent means. */
export const withdrawal = {
  open: 'Retirar mi consentimiento',
  title: '¿Retirar tu consentimiento?',
  text: 'Sin tu consentimiento no se puede guardar el diario. Por eso, retirarlo es eliminar la cuenta con todo lo que contiene. Si quieres conservarlo, expórtalo antes en «Tus datos».',
  goOn: 'Eliminar la cuenta',
} as const
