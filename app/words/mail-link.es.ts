// Words for whoever opens the app by a mail's link. They load only then.

export const authLink = {
  refused: 'El enlace no ha funcionado',
  otherAccount: 'Este enlace es de otra cuenta',
  otherAccountDetail: (email: string) =>
    `Aquí está abierta la de ${email}. Cierra su sesión y seguimos con el enlace.`,
  halfConfirmed: 'Email confirmado',
  halfConfirmedDetail: 'Falta el enlace que hemos enviado a la otra dirección.',
  emailChanged: 'Tu email ha cambiado',
} as const

/** Of the page that asks before a link opens an account of its own choice. */
export const whose = {
  title: (email: string) => `¿Entrar como ${email}?`,
  text: 'Este enlace abre esa cuenta en este móvil. Si no es la de tu familia, no sigas.',
  enter: 'Entrar',
  offline: 'Sin conexión. Tócalo cuando vuelva.',
  unspent: 'Puedes volver a tocarlo.',
  unsure: 'Puedes volver a tocarlo.',
} as const

/** Of the page for who finds a change of the account that wasn't theirs. */
export const disown = {
  title: '¿No has sido tú?',
  text: 'Un toque cierra la sesión en todos los móviles; la contraseña de ahora y las invitaciones sin aceptar dejan de valer. Lo anotado no se pierde.',
  press: 'Cerrar todas las sesiones',
  closed: 'Todo cerrado',
  closedText:
    'Ya no queda ninguna sesión abierta, y la contraseña de antes ya no vale. Hemos anulado las invitaciones que estaban sin aceptar. Elige otra contraseña: te enviamos un email. Cuando entres, mira en Plan quién tiene acceso.',
  closedOldText: (supportEmail: string) =>
    `Ya no queda ninguna sesión abierta, y la contraseña de antes ya no vale. Hemos anulado las invitaciones que estaban sin aceptar. La cuenta ya no tiene este email: escribe a ${supportEmail} y te ayudamos a recuperarla.`,
  deadText:
    'El enlace sirve una sola vez y durante un día. Si hace falta, elige otra contraseña: te enviamos un email.',
  choose: 'Elegir otra contraseña',
} as const

/** The words of the page that a mail's link leads to, by the kind of mail. */
export const mailLink = {
  titles: {
    invite: 'Tu cuenta está lista',
    recovery: 'Elige otra contraseña',
    signup: 'Confirma tu email',
    magiclink: 'Entra en tu cuenta',
    email_change: 'Confirma el cambio de email',
    email: 'Entra en tu cuenta',
  },
  texts: {
    invite: 'Solo falta tu contraseña: con ella entrarás en cualquier móvil.',
    recovery: 'Un toque y la escribes. La de antes sirve hasta que guardes la nueva.',
    signup: 'Un toque, y ya puedes entrar.',
    magiclink: 'Un toque, sin contraseña.',
    email_change: 'El cambio se hace cuando confirmas en los dos buzones.',
    email: 'Un toque, sin contraseña.',
  },
  press: {
    invite: 'Elegir mi contraseña',
    recovery: 'Elegir mi contraseña',
    signup: 'Confirmar mi email',
    magiclink: 'Continuar',
    email_change: 'Confirmar el cambio',
    email: 'Continuar',
  },
  account: (email: string) => `Cuenta: ${email}`,
  busy: 'Un momento...',
  offline: 'Sin conexión. El enlace no se ha gastado: tócalo cuando vuelva.',
  unspent: 'El enlace no se ha gastado.',
  unsure: 'Puede que el enlace ya se haya gastado.',
  notNow: 'Ahora no',
  toLogin: 'Ir al inicio de sesión',
  dead: 'Este enlace ya no vale',
  deadText: 'Cada enlace sirve una sola vez, y este ya se usó o ha caducado.',
  again: 'Enviarme otro email',
  againTo: (email: string) => `Te llegará a ${email}.`,
  offlineAgain: 'Sin conexión. Para pedir otro email hace falta.',
  mailed: 'Mira tu email',
  mailedText: (email: string, supportEmail: string) =>
    `Si hay algo pendiente con ${email}, te hemos enviado otro email. Si no llega, escribe a ${supportEmail}.`,
} as const
