import { counted } from '../../../core/baby/age.ts'
import { localDateAt, longDate } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'

// The words of the administrators' page of accounts.

const day = (instant: string) => longDate(localDateAt(Date.parse(instant), MADRID))

/** Which letters keep something from being an address. */
const foreign = (letters: string) =>
  `lleva «${letters}», y aquí un email va sin eñes, acentos ni otros signos`

export const accounts = {
  title: 'Cuentas',
  adminsOnly: 'Solo administración puede ver las cuentas.',
  asking: 'Leyendo las cuentas...',
  unheard: 'No se han podido leer las cuentas',
  again: 'Volver a probar',
  search: 'Buscar',
  searchHint: 'Email, nombre o estado',
  list: 'Cuentas',
  found: (shown: number, all: number) =>
    shown === all ? counted(all, 'cuenta', 'cuentas') : `${shown} de ${counted(all, 'cuenta', 'cuentas')}`,
  nobody: 'Ninguna cuenta coincide.',
  more: (count: number) => `Ver ${count} más`,
  manage: 'Gestionar',
  manageOf: (name: string) => `Gestionar ${name}`,
  invite: 'Invitar',
  inviteList: 'Invitar una lista',
  notDone: 'No se ha podido hacer',
  later: 'Vuelve a probar dentro de un momento.',
} as const

export const accountFacts = {
  status: {
    disabled: 'Desactivada',
    waiting: 'Invitada, aún sin contraseña',
    full: 'Acceso completo',
  },
  trialOver: (instant: string) => `Prueba terminada el ${day(instant)}`,
  trial: (instant: string) => `Prueba hasta el ${day(instant)}`,
  role: (role: 'consultant' | 'admin', name: string | null) =>
    [role === 'admin' ? 'Administración' : 'Consultoría', ...(name === null ? [] : [name])].join(': '),
  created: (instant: string) => `Creada el ${day(instant)}`,
  neverSeen: 'Nunca ha entrado',
  lastSeen: (instant: string) => `Último acceso: ${day(instant)}`,
  secondFactor: 'Segundo factor activado',
} as const

/** Why a call was refused, by the server's code. */
export const accountRefusals: Readonly<Record<string, string>> = {
  staff_account:
    'Las cuentas de profesionales se cambian solo en el servidor, con la línea de comandos (npm run admin).',
  own_account: 'Con tu propia cuenta se hace solo en el servidor, con la línea de comandos (npm run admin).',
  account_waiting: 'Aún no ha confirmado su email, así que una contraseña no le serviría. Invítala otra vez.',
  user_sso_managed: 'Es la cuenta de una organización, y la contraseña la lleva ella.',
  not_a_trial: 'Esta cuenta no es de prueba.',
  trial_changed: 'El final de la prueba ya había cambiado. Mira si aún hace falta prolongarla.',
  not_admin: 'Tu cuenta ya no tiene permisos de administración.',
  insufficient_aal: 'Falta tu segundo factor. Cierra la sesión y vuelve a entrar.',
  user_not_found: 'Esa cuenta ya no existe.',
  email_mismatch: 'Lo que has escrito no es lo que identifica la cuenta.',
  validation_failed: 'Revisa el email y los días.',
  over_email_send_rate_limit: 'Se han enviado demasiados emails seguidos. Espera un poco.',
  console_accounts_elsewhere: 'Las cuentas se administran en la otra dirección de este servidor.',
  console_accounts_unavailable: 'Aquí las cuentas se administran desde la línea de comandos.',
}

export const accountActions = {
  done: 'Hecho',
  own: 'Es tu cuenta: tu contraseña se cambia en la app, en «Cuenta»; lo que te dejaría fuera, en el servidor, con la línea de comandos (npm run admin).',
  staff:
    'Es una cuenta profesional: su contraseña y su acceso se cambian en el servidor, con la línea de comandos (npm run admin).',
  full: 'Dar acceso completo',
  fullTitle: '¿Dar acceso completo?',
  fullText: 'Deja de ser una cuenta de prueba y no se puede volver atrás.',
  fullConfirm: 'Dar acceso',
  fullDone: 'Acceso completo',
  trial: 'Prolongar la prueba',
  trialDays: 'Días',
  trialHint: 'Desde que acaba; si ya acabó, desde hoy.',
  trialEnd: (instant: string) => `Acabaría el ${day(instant)}.`,
  trialWrong: 'De 1 a 3650 días.',
  trialConfirm: 'Prolongar',
  trialDone: 'Prueba prolongada',
  enable: 'Reactivar',
  enableDone: 'Cuenta reactivada',
  disable: 'Desactivar',
  disableTitle: '¿Desactivar la cuenta?',
  disableText: 'Sus sesiones se cierran y nadie puede entrar con ella. Sus datos se quedan.',
  disableDone: 'Cuenta desactivada',
  reset: 'Nueva contraseña',
  resetTitle: '¿Generar una contraseña nueva?',
  resetText: 'La de ahora deja de valer y sus sesiones se cierran. La nueva se ve una sola vez.',
  resetConfirm: 'Generar',
  resetLost: 'Puede que la de antes ya no valga, y la nueva no la ha visto nadie. Genera otra.',
  resetUnknown: {
    unknown: 'No sabemos si la contraseña ha cambiado',
    unknownDetail: 'Vuelve a pulsar «Generar»: valdrá la que veas.',
  },
  password: 'Contraseña nueva',
  passwordText: (name: string) =>
    `Para ${name}. No se vuelve a mostrar. Dásela por un medio seguro; al entrar podrá poner la suya.`,
  factor: 'Quitar el segundo factor',
  factorTitle: '¿Quitar el segundo factor?',
  factorText: 'Para quien ha perdido su móvil. Asegúrate antes de que es quien dice ser.',
  factorConfirm: 'Quitar',
  factorDone: 'Segundo factor quitado',
  remove: 'Eliminar la cuenta',
  removeTitle: '¿Eliminar la cuenta?',
  removeText: 'Se borran la cuenta y todo su diario. No hay vuelta atrás.',
  removeEmail: 'Escribe su email para confirmar',
  removeName: 'Escribe lo que la identifica para confirmar',
  removeConfirm: 'Eliminar',
  removeDone: 'Cuenta eliminada',
  busy: 'Un momento...',
  unknown: 'No sabemos si se ha hecho',
  unknownDetail: 'Vuelve a intentarlo: no se hará dos veces.',
} as const

export const inviting = {
  title: 'Invitar',
  email: 'Email',
  /** @param letters those that keep it from being one; '' where it is something else. */
  emailWrong: (letters: string) =>
    letters === '' ? 'Revisa el email.' : `Revisa el email: ${foreign(letters)}.`,
  days: 'Días de prueba (opcional)',
  daysHint: 'Sin días, el acceso es completo. Si ya estaba invitada a prueba, sigue con sus días.',
  submit: 'Enviar invitación',
  submitAgain: 'Invitar otra vez',
  againTitle: '¿Invitar otra vez?',
  againText: 'Se le envía otro email; el enlace anterior dejará de ser válido.',
  existsTitle: 'Ya tiene cuenta',
  exists: (email: string) => `${email} ya tiene una cuenta. No se ha enviado nada.`,
  existsWaiting: (email: string) =>
    `${email} ya está invitada y aún no ha entrado. Se le puede enviar otra vez; el enlace anterior dejará de ser válido.`,
  sent: 'Invitación enviada',
  written: 'Invitación escrita en el servidor',
  writtenText: (email: string) =>
    `El email para ${email} está en la carpeta de emails del servidor (MAIL_DIR).`,
  unknown: 'No sabemos si se ha invitado',
  unknownDetail: 'Vuelve a probar: solo valdrá el último enlace.',
  unsentTitle: 'Envía tú la invitación',
  unsentText: 'Este servidor no envía emails. Copia este y envíalo tú.',
  close: 'Cerrar',
} as const

export const inviteList = {
  title: 'Invitar una lista',
  back: 'Volver a las cuentas',
  text: 'Una línea por persona: su email y, si es de prueba, los días. Se pega de una hoja de cálculo o se elige un fichero CSV.',
  field: 'La lista',
  placeholder: 'email;días\nana@ejemplo.es;30\nluis@ejemplo.es;',
  headings: { email: 'email', days: 'días' },
  file: 'Elegir un fichero',
  notRead: 'No se ha podido leer el fichero',
  notReadText: 'Si es un libro de Excel, guárdalo como CSV.',
  emptyFile: 'El fichero está vacío.',
  nobody: 'No hay ninguna línea con una persona: solo los títulos de las columnas.',
  unclosedQuote: 'Hay unas comillas que se abren y no se cierran. Revisa el fichero.',
  unclearColumn: (column: number, heading: string) =>
    `¿Qué son los números de la columna ${heading === '' ? column : `«${heading}»`}? Si son los días de prueba, titúlala «días»; si no, quítala.`,
  good: (count: number) => (count === 1 ? 'Se invitará a 1 persona' : `Se invitará a ${count} personas`),
  bad: (count: number) => (count === 1 ? '1 línea descartada' : `${count} líneas descartadas`),
  left: (count: number) => (count === 1 ? 'Queda 1 línea pendiente' : `Quedan ${count} líneas pendientes`),
  leftDetail: 'Están en «Invitar una lista».',
  line: (line: number) => `Línea ${line}`,
  problem: {
    email: 'no es un email',
    'trial-days': 'los días no son un número de 1 a 3650',
    twice: 'ya está más arriba en la lista',
    known: 'ya tiene cuenta',
  },
  letters: foreign,
  empty: '(vacío)',
  full: 'acceso completo',
  days: (days: number) => `prueba de ${counted(days, 'día', 'días')}`,
  more: (count: number) => `y ${count} más`,
  submit: (count: number) => `Invitar a ${count}`,
  sending: (done: number, all: number) => `Invitando: ${done} de ${all}. No cierres esta página.`,
  unknown: inviting.unknown,
  unknownDetail: 'Reinténtalo: a nadie se le invita dos veces.',
  results: 'Resultado',
  result: {
    sent: 'invitación enviada',
    written: 'invitada; el email está en la carpeta de emails del servidor (MAIL_DIR)',
    unsent: 'invitada; falta enviar el email',
    earlier: 'invitada en el intento anterior; si no le llega el email, invítala otra vez en «Cuentas»',
    exists: 'ya tenía cuenta',
    invalid: 'el servidor no la acepta: revisa el email y los días',
    refused: 'sin invitar: el servidor lo ha rechazado',
    failed: 'sin invitar: su email no se pudo enviar',
    unanswered: 'sin confirmar: puede que esté invitada',
  },
  later: {
    mail_limit: 'sin invitar: el servidor no envía más emails por ahora',
    mail_server: 'sin invitar: el servidor no consigue enviar emails',
    stopped: 'sin invitar: el envío se ha interrumpido antes',
  },
  invitedCount: (count: number) => (count === 1 ? '1 invitada' : `${count} invitadas`),
  leftCount: (count: number) => (count === 1 ? '1 sin invitar' : `${count} sin invitar`),
  unansweredCount: (count: number) => `${count} sin confirmar`,
  toSend: (count: number) =>
    count === 1
      ? 'Falta enviar 1 email: cópialo y envíalo tú.'
      : `Faltan por enviar ${count} emails: cópialos y envíalos tú.`,
  copyMail: (email: string) => `Copiar el email para ${email}`,
  copyAll: (count: number) => `Copiar los ${count} emails`,
  leaveTitle: (count: number) =>
    `¿Salir sin copiar ${count === 1 ? 'el email que falta' : `los ${count} emails que faltan`}?`,
  leaveText: 'Solo están en esta página. Si sales, se pierden, y para enviarlos hay que invitar otra vez.',
  leaveConfirm: 'Salir y perderlos',
  again: (count: number) => `Reintentar ${count}`,
  done: 'Hecho',
} as const
