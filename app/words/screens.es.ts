import type { Disturbance, Quality, RecordType } from '../../core/records/sleep-record.ts'

// The words of the screens behind the login; its own are in entrance.es.ts, those of one area or of a part that loads
// later in the other files of this folder. Texts that docs/rules.md gives are verbatim (rule 1.6, language).
// Texts whose wording is a rule (durations, ages, week labels) are made in core.

export const newPassword = {
  titles: { recovery: 'Pon una contraseña nueva', invite: 'Elige tu contraseña' },
  texts: {
    recovery: (email: string) => `Para la cuenta ${email}. Después entrarás directamente.`,
    invite: (email: string) => `Con ella y con ${email} entrarás en cualquier móvil.`,
  },
  field: 'Contraseña nueva',
  submit: 'Guardar contraseña',
  submitting: 'Guardando...',
  saved: 'Contraseña guardada',
  failed: 'No se pudo guardar',
  current: 'Contraseña de ahora',
  code: 'Código del email',
} as const

export const secondFactor = {
  title: 'Escribe tu código',
  text: 'Abre tu aplicación de códigos y escribe los seis números que salen para esta cuenta.',
  field: 'Código de seis números',
  submit: 'Entrar',
  submitting: 'Comprobando...',
  failed: 'No se pudo entrar',
  recovery: 'He perdido la aplicación: usar un código de recuperación',
  recoveryText: 'Escribe uno de los diez códigos que guardaste. Cada uno sirve una vez.',
  recoveryField: 'Código de recuperación',
  wrongRecovery: 'Ese código no vale, o ya se usó.',
  application: 'Usar la aplicación de códigos',
  lostAll: (supportEmail: string) => `¿No tienes ni la aplicación ni los códigos? Escribe a ${supportEmail}.`,
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
  clockChange: (minutes: number) => {
    const size = Math.abs(minutes)
    return `Cambio de hora: ${minutes > 0 ? '+' : '−'}${size % 60 === 0 ? `${size / 60} h` : `${size} min`}`
  },
  records: 'Registros del día',
  totalWithRunning: 'Incluye el sueño en curso',
  noStart: 'Sin hora de inicio',
} as const

const inSpanish = new Intl.ListFormat('es', { type: 'conjunction' })
export const listed = (parts: readonly string[]) => inSpanish.format(parts)
/** A time, or several of which this is the first, with the article of its hour: «la 01:20», «las 13:05». */
export const theHour = (time: string) => `${time.startsWith('01') ? 'la' : 'las'} ${time}`

/** The tape as a sentence, for screen readers. */
export const tape = {
  empty: 'sin registros',
  range: (start: string, end: string) => `de ${start} a ${end}`,
  naps: (ranges: readonly string[]) => `${ranges.length === 1 ? 'siesta' : 'siestas'} ${listed(ranges)}`,
  nights: (ranges: readonly string[]) => `noche ${listed(ranges)}`,
  sleepingSince: (time: string) => `durmiendo desde ${time}`,
  noEnd: (type: string, time: string) => `${type} desde ${time}, sin hora de fin`,
  wakeUps: (times: readonly string[]) => `despertar ${listed(times.map((time) => `a ${theHour(time)}`))}`,
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
  overdue: (duration: string) => `pasó hace ${duration}`,
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
  wokeUpAt: (time: string) => `El despertar está anotado a ${theHour(time)}.`,
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
  wokeUpAt: (time: string) => `Despertó a ${theHour(time)}`,
  lastEnd: (time: string) => `Último fin: ${time}`,
  keptWhileRunning: 'Mientras duerme, lo que anotes se guarda solo.',
  checkBeforeSaving: 'Revisa antes de guardar',
  deletedElsewhere: 'Este registro se borró en otro móvil. Si lo guardas, se añadirá como nuevo.',
  endedElsewhere: (time: string) => `Este sueño se terminó en otro móvil a ${theHour(time)}.`,
  takeEnd: (time: string) => `Usar ${time}`,
  closedDeleted: 'Registro borrado en otro móvil',
  closedEnded: 'Sueño terminado en otro móvil',
} as const

export const warnings = {
  overlap: (what: string, range: string) => `Se solapa con una ${what} (${range}).`,
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
  /** An age in months up to three years, as in the table of recommended sleep; then in years. */
  recommendedAt: (totalMonths: number) => {
    if (totalMonths === 0) return 'Recomendado en el primer mes'
    if (totalMonths === 1) return 'Recomendado con 1 mes'
    if (totalMonths < 36) return `Recomendado a los ${totalMonths} meses`
    return `Recomendado a los ${Math.floor(totalMonths / 12)} años`
  },
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

/** The button that leads from the chart to the printed diary, whose other words are in printed-diary.es.ts. */
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

/** The card «Tus datos» at the end of the plan; the words of what it opens are in app/data-files/words.es.ts. */
export const yourData = {
  title: 'Tus datos',
  text: 'Llévatelo todo en un archivo, o trae los registros de otra app.',
  textToTake: 'Llévatelo todo en un archivo.',
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
  allowHere: 'Permitir avisos en este móvil',
  notification: (start: string, end: string) => `Le toca dormir entre ${theHour(start)} y ${theHour(end)}.`,
} as const

/** Failures that the carer must know: the phone refused to store, or the server refused a change for good. */
export const failures = {
  baby: 'No se pudo actualizar la información del bebé.',
  plan: 'No se pudo actualizar el plan de sueño.',
  saveRecord: 'No se pudo guardar el registro.',
  startRecord: 'No se pudo iniciar el registro de sueño.',
  updateRecord: 'No se pudo actualizar el registro.',
  noteBesideEnd: 'La hora de fin está guardada, pero lo último que anotaste no.',
  deleteRecord: 'No se pudo eliminar el registro.',
  change: 'No se pudo guardar el cambio.',
} as const
