import type { Disturbance, Quality, RecordType } from '../core/sleep-record.ts'

// Every Spanish word of the interface. Texts that the specification gives are verbatim, the English ones included.
// Texts whose wording is a rule (durations, ages, week labels) are made in core.

export const common = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  save: 'Guardar',
  now: 'Ahora',
  retry: 'Reintentar',
  undo: 'Deshacer',
  error: 'Error',
  success: 'Éxito',
} as const

export const loader = { title: 'Cargando datos...', text: 'Un momento, por favor.' } as const

export const login = {
  email: 'Email',
  password: 'Contraseña',
  submit: 'Iniciar Sesión',
  submitting: 'Iniciando...',
  accountsNote: 'Las cuentas las crea manualmente un administrador.',
  requestTrial: 'Solicitar prueba de 30 días',
  visitWebsite: 'Visitar nuestra web',
  sessionEnded:
    'Tu sesión ha caducado. Vuelve a entrar: lo que anotaste sigue en este dispositivo y se enviará.',
  ribbon: 'Un día de sueño, de 8h a 8h',
  signInFailed: 'Sign in Failed',
  signOutFailed: 'Sign out Failed',
  somethingWentWrong: 'Something went wrong',
} as const

/** The server's known messages by their code, as a Spanish parent would say them. `{support}`: the support address. */
export const authErrors: Readonly<Record<string, string>> = {
  invalid_credentials: 'El email o la contraseña no son correctos.',
  email_not_confirmed: 'Falta confirmar el email de esta cuenta.',
  user_banned: 'Esta cuenta está desactivada. Escribe a {support}.',
  over_request_rate_limit: 'Demasiados intentos. Espera un momento y vuelve a probar.',
  validation_failed: 'Revisa el email y la contraseña.',
  network: 'No hay conexión con el servidor. Revisa tu red y vuelve a probar.',
  weak_password:
    'Es demasiado corta o fácil de adivinar. Prueba con tres o cuatro palabras que solo tú juntarías.',
  same_password: 'Ya era tu contraseña. Elige otra.',
  current_password_invalid: 'La contraseña de ahora no es correcta.',
  reauthentication_not_valid: 'Ese código no vale, o ha caducado.',
  email_exists: 'Ese email ya tiene otra cuenta.',
  email_address_invalid: 'Revisa el email.',
  over_email_send_rate_limit: 'Acabamos de enviarte un email. Espera un poco antes de pedir otro.',
  mfa_verification_failed: 'Ese código no vale. Mira el que sale ahora en tu aplicación.',
  mfa_challenge_expired: 'Ese código ha caducado. Escribe el que sale ahora.',
  insufficient_aal: 'Falta el código de verificación. Cierra la sesión y vuelve a entrar.',
  wrong_code: 'Ese código no vale, o ha caducado.',
  otp_expired: 'El enlace ya se usó o ha caducado. Pide uno nuevo.',
  sso_provider_not_found: 'Tu organización no tiene un acceso propio aquí. Entra con email y contraseña.',
  signup_disabled: 'Aquí las cuentas las crea un administrador, y con ese email no hay ninguna.',
  bad_oauth_callback: 'Esa cuenta no ha dado permiso. Prueba otra vez, o entra con email y contraseña.',
  bad_oauth_state: 'Se ha tardado demasiado. Prueba otra vez.',
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
  code: 'Código del email',
  submitCode: 'Continuar',
  codeFailed: 'No se pudo continuar',
  failed: 'No se pudo enviar',
} as const

export const newPassword = {
  titles: { recovery: 'Pon una contraseña nueva', invite: 'Elige tu contraseña' },
  texts: {
    recovery: (email: string) => `Para la cuenta ${email}. Después entrarás directamente.`,
    invite: (email: string) => `Con ella y con ${email} entrarás en cualquier móvil.`,
  },
  field: 'Contraseña nueva',
  hint: 'Tres o cuatro palabras juntas son fáciles de recordar y difíciles de adivinar.',
  show: 'Mostrar la contraseña',
  submit: 'Guardar contraseña',
  submitting: 'Guardando...',
  saved: 'Contraseña guardada',
  failed: 'No se pudo guardar',
  current: 'Contraseña de ahora',
  code: 'Código del email',
  codeSent: (email: string) => `Te lo hemos enviado a ${email}.`,
} as const

export const secondFactor = {
  title: 'Escribe tu código',
  text: 'Abre tu aplicación de códigos y escribe los seis números que salen para esta cuenta.',
  field: 'Código de seis números',
  submit: 'Entrar',
  submitting: 'Comprobando...',
  failed: 'No se pudo entrar',
} as const

export const authLink = {
  refused: 'El enlace no ha funcionado',
  otherAccount: 'Este enlace es de otra cuenta',
  otherAccountDetail: (email: string) =>
    `Aquí está abierta la de ${email}. Cierra su sesión y seguimos con el enlace.`,
  halfConfirmed: 'Email confirmado',
  halfConfirmedDetail: 'Falta el enlace que hemos enviado a la otra dirección.',
  emailChanged: 'Tu email ha cambiado',
} as const

export const otherSignIn = {
  heading: 'También puedes entrar con',
  organisation: 'La cuenta de tu organización',
  organisationNeedsEmail: 'Escribe antes el email de tu organización.',
  /** Names as the providers write them; any other is written as it is set up. */
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
  newVersionHere: 'Hay una nueva versión de la app.',
  /** Another tab runs a newer version, which stores things in a way of its own. */
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

export const install = {
  title: (product: string) => `Ten ${product} en tu pantalla de inicio`,
  text: 'Se abre con un toque, también sin conexión.',
  shareFirst: 'Toca Compartir',
  thenAdd: 'y luego «Añadir a pantalla de inicio». Se abre con un toque, también sin conexión.',
  install: 'Instalar',
  installApp: 'Instalar la app',
  notNow: 'Ahora no',
  understood: 'Entendido',
} as const

export const sync = {
  offline: 'Sin conexión',
  serverTroubled: 'Servicio no disponible',
  /** What comes from the server can't be stored; what is typed may be. */
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
  signOutTitle: 'Hay cambios sin enviar',
  /** `count` 0: only the baby's data or the plan. `canWait`: some of it may get through yet. */
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
  signOutSent: 'Ya está todo enviado.',
  signOutWait: 'Esperar',
  signOutWaiting: 'Enviando...',
  signOutAnyway: (count: number) => (count === 1 ? 'Cerrar y perderlo' : 'Cerrar y perderlos'),
} as const

/** A record that was changed on this phone and deleted on another. */
export const lostRecord = {
  text: (type: RecordType, day: string, time: string | null) => {
    const what = { siesta: 'La siesta', noche: 'La noche', despertar: 'El despertar' }[type]
    return `${what} que cambiaste (${[day, time].filter(Boolean).join(', ')}) se borró en otro móvil.`
  },
  recover: 'Recuperar',
  dismiss: 'Vale',
  recovered: 'Registro recuperado',
  recoveredDetail: 'Vuelve a estar en el diario, tal como lo dejaste.',
} as const

/** One sleep that both carers logged. */
export const twins = {
  label: 'Registro repetido',
  question: (type: RecordType) =>
    type === 'noche' ? '¿La misma noche, anotada dos veces?' : '¿La misma siesta, anotada dos veces?',
  pair: (ranges: readonly string[]) => ranges.join(' y '),
  apart: 'Son dos',
  merge: 'Unir en una',
  merged: 'Registros unidos',
  mergedDetail: (type: string, range: string, duration: string) =>
    `Ahora es una sola ${type}: ${range}${duration === '' ? '' : ` (${duration})`}.`,
} as const

export const toastRegion = { label: 'Aviso', viewport: 'Avisos ({hotkey})' } as const

export const recordTypes: Readonly<Record<RecordType, string>> = {
  siesta: 'Siesta',
  noche: 'Noche',
  despertar: 'Despertar',
}

export const qualities: Readonly<Record<Quality, string>> = {
  buena: 'Buena',
  regular: 'Regular',
  mala: 'Mala',
}

export const disturbances: Readonly<Record<Disturbance, string>> = {
  fever: 'Fiebre o enfermedad',
  routineChange: 'Cambios en rutina/entorno',
  newFood: 'Nuevos alimentos',
  reducedAppetite: 'Apetito reducido',
  teething: 'Dentición',
}

export const counts = { wakeUps: 'Despertares', feedings: 'Tomas', diaperChanges: 'Pañales' } as const

export const diary = {
  date: 'Fecha',
  addToday: 'Añadir descanso',
  addToDay: 'Añadir registro a este día',
  total: 'Sueño total del día',
  noRecords: 'No hay registros para este día.',
  wakeUpQuestion: 'A qué hora despertó?',
  wakeUpTimeMissing: 'Por favor, introduce una hora.',
  wakeUpSaved: '¡Despertar registrado!',
  wakeUpSavedDetail: 'El día ha comenzado. ¡Ahora a por la primera siesta!',
  timeLabel: 'Hora:',
  noEnd: 'Sin hora de fin',
  running: 'En curso',
  quality: (quality: string) => `Calidad: ${quality}`,
  edit: 'Editar',
  remove: 'Eliminar',
  clockChange: (minutes: number) => `Cambio de hora: ${minutes > 0 ? '+1 h' : '−1 h'}`,
  records: 'Registros del día',
  totalWithRunning: 'Incluye el sueño en curso',
  noStart: 'Sin hora de inicio',
} as const

const inSpanish = new Intl.ListFormat('es', { type: 'conjunction' })
const listed = (parts: readonly string[]) => inSpanish.format(parts)

/** The tape as a sentence, for those who don't see it. */
export const tape = {
  empty: 'sin registros',
  range: (start: string, end: string) => `de ${start} a ${end}`,
  naps: (ranges: readonly string[]) => `${ranges.length === 1 ? 'siesta' : 'siestas'} ${listed(ranges)}`,
  nights: (ranges: readonly string[]) => `noche ${listed(ranges)}`,
  sleepingSince: (time: string) => `durmiendo desde ${time}`,
  noEnd: (type: string, time: string) => `${type} desde ${time}, sin hora de fin`,
  wakeUps: (times: readonly string[]) => `despertar a las ${listed(times)}`,
  now: (time: string) => `Ahora, ${time}.`,
  nextNap: (start: string, end: string) => `Próxima siesta, ${start} a ${end}.`,
  bedtime: (time: string) => `Ventana de sueño antes de dormir, ${time}.`,
} as const

export const nextNap = {
  nap: (napNumber: number) => `Próxima: Siesta ${napNumber}`,
  bedtime: 'Ventana de sueño antes de dormir',
  why: '¿Por qué a esta hora?',
  reason: (time: string, window: string) => `Despertó ${time} + ${window}`,
  inTime: (duration: string) => `en ${duration}`,
  overdue: (duration: string) => `hace ${duration}`,
  due: 'ahora',
  fixPlan: 'Revisa las ventanas de sueño del plan para ver la próxima siesta.',
  sleepingSince: (time: string) => `Durmiendo desde ${time}`,
  endNap: 'Terminar siesta',
  endNight: 'Terminar noche',
  wokeEarlier: '¿Se despertó antes?',
  minutesBefore: (minutes: number) => `−${minutes} min`,
  staleQuestion: '¿A qué hora terminó este sueño?',
  staleSince: (day: string, time: string) => `Empezó: ${day}, ${time}`,
  endAt: (action: string, time: string) => `${action} · ${time}`,
  wokeUpAt: (time: string) => `El despertar está anotado a las ${time}.`,
} as const

export const sleepForm = {
  addTitle: 'Añadir Descanso',
  editTitle: 'Editar Descanso',
  newRecord: 'Nuevo Registro',
  editing: 'Editando Registro',
  back: 'Volver',
  type: 'Tipo',
  date: 'Fecha',
  start: 'Hora de inicio',
  end: 'Hora de fin',
  confirmStart: 'Confirmar hora de inicio',
  confirmEnd: 'Confirmar hora de fin',
  quality: 'Calidad',
  optional: '(opcional)',
  disturbances: 'Alteraciones',
  fewer: (what: string) => `Menos ${what.toLowerCase()}`,
  more: (what: string) => `Más ${what.toLowerCase()}`,
  startSaved: 'Hora de inicio guardada',
  confirmRequired: 'Confirmación requerida',
  confirmRequiredDetail: 'Antes de registrar el sueño es necesario confirmar cada hora con el botón ✓.',
  timesMissing: 'Por favor completa las horas de inicio y fin.',
  endBeforeStart: 'La hora de fin debe ser posterior a la de inicio.',
  saved: '¡Descanso guardado!',
  savedDetail: (type: string, duration: string) => `Se ha registrado ${type} de ${duration}.`,
  updated: '¡Descanso actualizado!',
  updatedDetail: (type: string) => `Se ha actualizado el registro de ${type}.`,
  saveAnyway: 'Guardar de todos modos',
  clearQuality: 'Quitar calidad',
  noTimes: 'Nuevo registro, sin horas todavía',
  tapeSince: (type: string, start: string) => `${type} desde ${start}`,
  tape: (type: string, start: string, end: string) => `${type} de ${start} a ${end}`,
  earlier: (minutes: number, which: string) => `−${minutes} min: ${which}`,
  wokeUpAt: (time: string) => `Despertó a las ${time}`,
  lastEnd: (time: string) => `Último fin: ${time}`,
  keptWhileRunning: 'Mientras duerme, lo que anotes se guarda solo.',
  checkBeforeSaving: 'Revisa antes de guardar',
  deletedElsewhere: 'Este registro se borró en otro móvil. Si lo guardas, se añadirá como nuevo.',
  endedElsewhere: (time: string) => `Este sueño se terminó en otro móvil a las ${time}.`,
  takeEnd: (time: string) => `Usar ${time}`,
  closedDeleted: 'Registro borrado en otro móvil',
  closedEnded: 'Sueño terminado en otro móvil',
} as const

export const warnings = {
  overlap: (what: string, range: string) => `Se solapa con ${what} (${range}).`,
  longNap: 'Es una siesta de más de 4 horas.',
  shortNight: 'Es una noche de menos de 3 horas.',
  future: 'Termina en el futuro.',
} as const

export const deleteDialog = {
  title: '¿Estás seguro?',
  text: 'Esta acción no se puede deshacer. Esto eliminará permanentemente el registro de sueño.',
  confirm: 'Eliminar',
  done: 'Registro eliminado',
  doneDetail: 'El registro de sueño ha sido eliminado correctamente.',
} as const

export const week = {
  title: 'Gráfico Semanal',
  subtitle: 'Revisa si hay un patrón de sueño',
  previous: 'Semana anterior',
  next: 'Semana siguiente',
  naps: 'Siestas',
  night: 'Sueño nocturno',
  average: 'Promedio de sueño diario',
  pattern: 'Patrón de Sueño',
  noAverage: '—',
  noAverageHint: 'Cuentan los días con despertar y sueño registrado.',
  noRecords: 'Esta semana no hay registros.',
  noRecordsYet: 'Esta semana aún no hay registros.',
  noRecordsYetHint: 'Añade un descanso en el Diario, o mira la semana anterior con la flecha.',
  notBegun: 'Esta semana aún no ha empezado.',
  noRecordsHint: 'Añádelos desde el Diario: elige el día y toca «Añadir registro a este día».',
  /** Months up to three years, as the table of ranges is read; then years. */
  recommendedAt: (totalMonths: number) => {
    if (totalMonths === 0) return 'Recomendado en el primer mes'
    if (totalMonths === 1) return 'Recomendado con 1 mes'
    if (totalMonths < 36) return `Recomendado a los ${totalMonths} meses`
    return `Recomendado a los ${Math.floor(totalMonths / 12)} años`
  },
  gauge: 'Los días de la semana frente al rango recomendado',
  openDay: (day: string) => `Ver los descansos: ${day}`,
  table: (label: string) => `Sueño por día, ${label}`,
  day: 'Día',
  total: 'Total',
  status: 'Estado',
  noStatus: 'Sin datos',
  previousSleep: 'Descanso anterior',
  nextSleep: 'Descanso siguiente',
  position: (place: number, count: number) => `${place} de ${count}`,
  low: 'Por debajo',
  inRange: 'En el rango',
  high: 'Por encima',
  aasm: 'Rango de la AASM (2016)',
} as const

/** The way from the chart to the printed diary, whose words are in copy-printed-diary.es.ts. */
export const printDiary = {
  print: 'Imprimir o guardar como PDF',
  notOpened: 'No se pudo abrir el diario para imprimir. Revisa tu conexión y vuelve a probar.',
} as const

export const planScreen = {
  title: 'Plan de Sueño',
  subtitle: 'Configura el horario y los datos de tu bebé',
  babyData: 'Datos del Bebé',
  name: 'Nombre',
  years: 'Años',
  months: 'Meses',
  morning: 'Despertar Matutino',
  wakeWindow: 'Ventana de sueño',
  wakeWindowPlaceholder: '1h 30min',
  dailyNaps: 'Siestas Diarias',
  nap: (napNumber: number) => `Siesta ${napNumber}`,
  wakeWindowAfterWaking: 'Ventana de sueño tras despertar',
  wakeWindowAfterNap: (napNumber: number) => `Ventana de sueño tras la siesta ${napNumber}`,
  shape: (naps: number) => `La forma del día según el plan: ${naps} siestas y la noche`,
  napDuration: (napNumber: number) => `Duración de la siesta ${napNumber}`,
  malformedWindow: (example: string) => `No se entiende. Escríbela así: ${example}`,
  reminders: 'Recordatorios',
  softReminders: 'Recordatorios suaves',
  on: 'Activado',
  off: 'Desactivado',
  save: 'Guardar Cambios',
  unsaved: 'Hay cambios sin guardar.',
  loading: 'Cargando...',
  babyUpdated: 'Información del bebé actualizada.',
  planUpdated: 'Plan de sueño actualizado.',
  allSaved: '¡Todo guardado!',
  allSavedDetail: 'Los datos de tu bebé y el plan de sueño han sido actualizados.',
} as const

/** The card at the end of the plan; the words of what it opens are in copy-data-files.es.ts. */
export const yourData = {
  title: 'Tus datos',
  text: 'Llévatelo todo en un archivo, o trae los registros de otra app.',
  export: 'Exportar',
  import: 'Importar',
  notLoaded: 'No se pudo abrir. Revisa tu conexión y vuelve a probar.',
} as const

export const reminders = {
  enabled: 'Recordatorios Activados',
  enabledDetail: 'Se te notificará para las próximas siestas.',
  disabled: 'Recordatorios Desactivados',
  denied: 'Permiso denegado',
  deniedDetail: 'No se pueden mostrar notificaciones.',
  blockedDetail: 'Por favor, habilita las notificaciones en la configuración de tu navegador.',
  noPermissionHere: 'Este dispositivo no tiene permiso para avisar.',
  notification: (start: string, end: string) => `Empieza su ventana de sueño: ${start} - ${end}.`,
} as const

export const resources = {
  subtitle: 'Recursos, consejos y novedades.',
  blog: 'Blog',
  contact: 'Contacta',
  services: 'Servicios',
  courses: 'Cursos',
  like: 'Me gusta',
  comment: 'Comentar',
  share: 'Compartir',
  instagram: 'Ver en Instagram',
  reportError: 'Reportar un error',
  reportSubject: 'Reporte de Error en la App',
  visitWebsite: 'Visitar nuestra web',
  newTab: '(se abre en otra pestaña)',
  post: (author: string) => `Publicación de ${author}`,
  inDevelopment: '🚧 ¡Función en desarrollo!',
  inDevelopmentDetail: 'Esta interacción es solo visual. ¡El feed completo llegará pronto! 🚀',
  postImage: 'Ilustración: la luna sobre un día de siestas',
  postLikes: '128 Me gusta',
  postCaption: 'Las ventanas de sueño son una guía, no un examen. Mira a tu bebé y ajusta poco a poco.',
  postComments: '14 comentarios',
} as const

/** What really failed: local storage refused, or the server refused a change for good. */
export const failures = {
  baby: 'No se pudo actualizar la información del bebé.',
  plan: 'No se pudo actualizar el plan de sueño.',
  saveRecord: 'No se pudo guardar el registro.',
  startRecord: 'No se pudo iniciar el registro de sueño.',
  updateRecord: 'No se pudo actualizar el registro.',
  deleteRecord: 'No se pudo eliminar el registro.',
  change: 'No se pudo guardar el cambio.',
} as const
