// The words of the account's card, which load after the session: the first load doesn't carry them.

export const account = {
  title: 'Cuenta',
  password: 'Cambiar contraseña',
  email: 'Cambiar email',
  emailField: 'Email nuevo',
  emailText: (email: string) =>
    `Ahora es ${email}. Enviaremos un enlace a las dos direcciones; el cambio se hará cuando abras los dos.`,
  emailSubmit: 'Enviar enlaces',
  emailSent: 'Mira tus dos emails',
  emailSentDetail: 'El email cambiará cuando abras los dos enlaces.',
  secondFactor: 'Verificación en dos pasos',
  secondFactorOn: 'Activada: al entrar se te pedirá un código',
  secondFactorOff: 'Un código de tu móvil, además de la contraseña',
  turnOnTitle: 'Verificación en dos pasos',
  turnOnText: 'Escanea este dibujo con una aplicación de códigos (Google Authenticator, Aegis, 1Password…).',
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
    'Se cerrará la sesión en los demás móviles y navegadores. Lo que tengan sin enviar se enviará al volver a entrar.',
  othersConfirm: 'Cerrar sesiones',
  othersDone: 'Solo queda esta sesión',
  failed: 'No se ha podido cambiar',
} as const

export const deleteAccount = {
  open: 'Eliminar la cuenta',
  title: '¿Eliminar la cuenta?',
  text: (name: string) =>
    `Se borrarán para siempre los datos de ${name}, el plan y todos los registros, aquí y en los demás móviles de la familia. No se puede deshacer. Si los quieres, expórtalos antes en «Tus datos».`,
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
    title: 'No se sabe si se ha eliminado',
    detail: 'No ha llegado la respuesta. Si la cuenta ya no existe, se cerrará aquí en cuanto haya conexión.',
  },
  gone: {
    title: 'Cuenta eliminada',
    detail: 'La cuenta y todo lo que guardaba se han borrado. En este dispositivo no queda nada.',
  },
} as const
