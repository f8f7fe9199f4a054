// Words that load with the login, because the first screen needs them, whoever shares them later. Those that
// docs/rules.md gives are verbatim, the English ones included (rule 1.6, language).

export const passwordField = { show: 'Mostrar', hide: 'Ocultar' } as const

/** Why the server ended a session, by the reason it gives, where the end is nobody's order. */
const ENDED_WHY: Readonly<Record<string, string>> = {
  user_banned: 'Esta cuenta está desactivada. Escribe a {support}. Lo que anotaste sigue aquí.',
  trial_ended: 'La prueba ha terminado. Para seguir, escribe a {support}. Lo que anotaste sigue aquí.',
}

/** Who has ended the session, and the way back in. What became of the diary here follows. */
const ENDED_BY_ORDER: Readonly<Record<string, string>> = {
  password_changed: 'La contraseña se cambió en otro dispositivo. Entra con la nueva',
  password_reset: 'Te han puesto una contraseña nueva. Entra con ella',
  left_here: 'Has cerrado la sesión',
  signed_out: 'Se cerró la sesión desde otro dispositivo. Vuelve a entrar',
  second_factor: 'Se activó la verificación en dos pasos en otro dispositivo. Entra con su código',
}

/**
 * What the login says of a session that the server ended. `{support}` stands for the support address.
 * @param unsent how many changes only this phone has, once the rest is gone from it; null: nothing is gone.
 */
export function endedText(why: string, unsent: number | null): string {
  const order = ENDED_BY_ORDER[why]
  if (order === undefined) return ENDED_WHY[why] ?? login.sessionEnded
  if (unsent === null) return `${order}.`
  if (unsent === 0) return `${order}: el diario ya no está en este dispositivo, y volverá al entrar.`
  return `${order}: aquí solo queda lo que no se había enviado, y te espera al entrar.`
}

/** What is asked before it is dropped: the changes that only this phone has. */
export const dropUnsent = {
  link: 'Borrar lo no enviado',
  title: '¿Borrar lo no enviado?',
  text: (count: number) =>
    `${count === 1 ? 'Se perderá 1 cambio que solo está' : `Se perderán ${count} cambios que solo están`} en este dispositivo. Esta acción no se puede deshacer.`,
  confirm: 'Borrar',
  failed: 'No se ha podido borrar',
} as const

export const toastRegion = { label: 'Aviso', viewport: 'Avisos ({hotkey})' } as const

export const common = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  save: 'Guardar',
  now: 'Ahora',
  retry: 'Reintentar',
  undo: 'Deshacer',
  error: 'Error',
  success: 'Éxito',
  unexpected: { title: 'No se ha podido hacer', detail: 'Algo ha fallado en la app. Prueba otra vez.' },
} as const

/** Stands in the place of what can't be drawn. */
export const fault = {
  title: 'Algo ha fallado en la app',
  kept: 'Lo que guardaste sigue en este dispositivo, no se ha perdido. Recarga para seguir.',
  /** Where something that was begun isn't stored yet. */
  unsaved: 'Antes guarda lo que tengas a medias en otra pantalla: al recargar se pierde.',
  again: (supportEmail: string) => `Si vuelve a pasar, escribe a ${supportEmail}.`,
} as const

export const loader = { title: 'Cargando datos...', text: 'Un momento, por favor.' } as const

export const login = {
  email: 'Email',
  password: 'Contraseña',
  submit: 'Iniciar Sesión',
  submitting: 'Iniciando...',
  accountsHint: 'Las cuentas las crea manualmente un administrador.',
  requestTrial: 'Solicitar prueba de 30 días',
  visitWebsite: 'Visitar nuestra web',
  privacy: 'Privacidad',
  sessionEnded:
    'Tu sesión ha caducado. Vuelve a entrar: lo que anotaste sigue en este dispositivo y se enviará.',
  ribbon: 'Un día de sueño, de 8h a 8h',
  signUpFailed: 'Sign up Failed',
  signInFailed: 'Sign in Failed',
  signOutFailed: 'Sign out Failed',
  leaving: (keepsUnsent: boolean) =>
    `Se está cerrando la sesión y borrando el diario de este móvil${keepsUnsent ? ', menos lo que falte por enviar' : ''}…`,
  somethingWentWrong: 'Something went wrong',
} as const

const TOO_SLOW = 'Se ha tardado demasiado. Prueba otra vez.'
const NOT_FINISHED = 'No se ha podido terminar de entrar. Prueba otra vez desde aquí.'
const WAY_CLOSED = 'Aquí no se entra así. Entra con email y contraseña.'
const SESSION_OVER = 'Tu sesión ya no vale. Ciérrala y vuelve a entrar.'
const CODE_OVER = 'Ese código ya no sirve. Empieza otra vez.'
const FACTOR_THERE = 'La verificación ya está activada en esta cuenta.'

/** The server's errors by code, as a Spanish parent would say them. `{support}` stands for the support address. */
export const authErrors: Readonly<Record<string, string>> = {
  invalid_credentials: 'El email o la contraseña no son correctos.',
  otp_disabled: 'Esta cuenta no recibe códigos por email. Cierra sesión y vuelve a entrar.',
  email_not_confirmed: 'Falta confirmar el email de esta cuenta.',
  user_banned: 'Esta cuenta está desactivada. Escribe a {support}.',
  over_request_rate_limit: 'Demasiados intentos. Espera un momento y vuelve a probar.',
  validation_failed: 'Revisa el email y la contraseña.',
  unexpected_failure: 'El servidor no ha podido hacerlo. Vuelve a probar en un momento.',
  session_not_found: SESSION_OVER,
  session_expired: SESSION_OVER,
  refresh_token_not_found: SESSION_OVER,
  refresh_token_already_used: SESSION_OVER,
  user_not_found: SESSION_OVER,
  user_sso_managed: 'El email y la contraseña de esta cuenta los lleva tu organización.',
  network: 'No hay conexión con el servidor. Revisa tu red y vuelve a probar.',
  weak_password:
    'Es demasiado corta o fácil de adivinar. Prueba con tres o cuatro palabras que solo tú juntarías.',
  same_password: 'Ya era tu contraseña. Elige otra.',
  current_password_required: 'Escribe la contraseña de ahora.',
  current_password_invalid: 'La contraseña de ahora no es correcta.',
  reauthentication_needed: 'Falta confirmar que eres tú. Cierra la sesión y vuelve a entrar.',
  reauthentication_not_valid: 'Ese código no vale, o ha caducado.',
  email_exists: 'Ese email ya tiene otra cuenta.',
  user_already_exists: 'Ese email ya tiene otra cuenta.',
  email_address_invalid: 'Revisa el email.',
  over_email_send_rate_limit: 'Acabamos de enviarte un email. Espera un poco antes de pedir otro.',
  mails_used_up: 'No se ha enviado ningún email: por ahora no pueden salir más. Prueba dentro de una hora.',
  mfa_verification_failed: 'Ese código no vale. Mira el que sale ahora en tu aplicación.',
  mfa_challenge_expired: 'Ese código ha caducado. Escribe el que sale ahora.',
  mfa_factor_not_found: CODE_OVER,
  mfa_ip_address_mismatch: CODE_OVER,
  mfa_factor_name_conflict: FACTOR_THERE,
  too_many_enrolled_mfa_factors: FACTOR_THERE,
  insufficient_aal: 'Falta el código de verificación. Cierra la sesión y vuelve a entrar.',
  wrong_code: 'Ese código no vale, o ha caducado.',
  otp_expired: 'El enlace ya se usó o ha caducado. Pide uno nuevo.',
  sso_provider_not_found: 'Tu organización no tiene un acceso propio aquí. Entra con email y contraseña.',
  signup_disabled: 'Aquí las cuentas las crea un administrador, y con ese email no hay ninguna.',
  bad_oauth_callback: 'Esa cuenta no ha dado permiso. Prueba otra vez, o entra con email y contraseña.',
  bad_oauth_state: TOO_SLOW,
  pkce_code_verifier_not_found: NOT_FINISHED,
  bad_code_verifier: NOT_FINISHED,
  flow_state_not_found: NOT_FINISHED,
  flow_state_already_used: NOT_FINISHED,
  flow_state_expired: TOO_SLOW,
  saml_relay_state_not_found: NOT_FINISHED,
  saml_relay_state_expired: TOO_SLOW,
  saml_entity_id_mismatch: NOT_FINISHED,
  saml_assertion_no_email: 'Tu organización no ha dicho tu email. Entra con email y contraseña.',
  saml_provider_disabled: WAY_CLOSED,
  sso_provider_disabled: WAY_CLOSED,
  provider_disabled: WAY_CLOSED,
  provider_email_needs_verification: 'Falta confirmar el email de esa cuenta. Entra con email y contraseña.',
}

export const passwordRequest = {
  link: '¿Olvidaste tu contraseña?',
  title: '¿Olvidaste tu contraseña?',
  text: 'Te enviaremos un enlace para poner una nueva. Caduca pronto.',
  submit: 'Enviar enlace',
  sent: 'Mira tu email',
  sentText: (email: string, supportEmail: string) =>
    `Si hay una cuenta con ${email}, te hemos enviado un enlace. Ábrelo, o escribe aquí su código. Si no llega, escribe a ${supportEmail}.`,
  haveCode: 'Tengo un código',
  haveCodeText: (email: string) => `Escribe los seis números del email que enviamos a ${email}.`,
  code: 'Código del email',
  submitCode: 'Continuar',
  codeFailed: 'No se pudo continuar',
  failed: 'No se pudo enviar',
} as const

export const otherSignIn = {
  heading: 'También puedes entrar con',
  organisation: 'La cuenta de tu organización',
  organisationNeedsEmail: 'Escribe antes el email de tu organización.',
  /** The providers' names as they write them; a provider that is missing here is shown by its name in the settings. */
  providers: { google: 'Google', apple: 'Apple', azure: 'Microsoft', github: 'GitHub', facebook: 'Facebook' },
} as const

export const trial = {
  title: 'Solicitar prueba de 30 días',
  email: 'Email',
  placeholder: 'tu@correo.es',
  submit: 'Enviar Solicitud',
  emptyEmail: 'Por favor, introduce tu email.',
  sent: '¡Solicitud enviada!',
  sentDetail: 'Serás redirigido a tu cliente de correo para enviar la solicitud.',
  mailSubject: 'Solicitud de prueba de 30 días',
  mailBody: (email: string) =>
    `Hola:\n\nMe gustaría solicitar una prueba de 30 días de la aplicación. Mi email es: ${email}\n\nGracias.`,
} as const

export const shell = {
  tabs: { diary: 'Diario', week: 'Gráfico', add: 'Añadir descanso', plan: 'Plan', resources: 'BSC' },
  tabsLabel: 'Secciones',
  toggleTheme: 'Cambiar tema',
  newVersion: 'Nueva versión: recargar',
  newVersionHere: 'Hay una nueva versión.',
  /** Said of a part that went with the version before. */
  newVersionFirst: 'Para abrir esto, recarga con el botón de arriba.',
  /** Shown when a newer version of the app in another tab has upgraded the database, so that this one can't store. */
  outdated: {
    title: 'Hay una nueva versión de la app.',
    detail: 'Para seguir guardando, recarga la página.',
  },
  reload: 'Recargar',
  signOut: 'Cerrar sesión',
  connectionError: 'Error de Conexión',
  connectionErrorDetail:
    'No se pudieron cargar tus datos. Por favor, revisa tu conexión y refresca la página.',
} as const
