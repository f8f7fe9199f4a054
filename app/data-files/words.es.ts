import { type SleepRecord, startTimeOf } from '../../core/records/sleep-record.ts'
import type { TapKind } from '../../core/records/taps.ts'
import type { LocalDate } from '../../core/time/time.ts'
import { recordTypes } from '../words/screens.es.ts'
import type { FileProblem, FoundRecord, SkippedRow, SkipReason, Source } from './file-content.ts'

// The words of exporting and importing, which load with those screens: the first load doesn't carry them.

/** Headings of our CSV files. They are part of the format: after a change, files from before can't be read any more. */
export const columns = {
  records: {
    date: 'Fecha',
    type: 'Tipo',
    start_time: 'Inicio',
    end_time: 'Fin',
    time: 'Hora',
    duration: 'Duración (min)',
    wake_ups: 'Despertares',
    quality: 'Calidad',
    disturbances: 'Alteraciones',
    feedings: 'Tomas',
    diaper_changes: 'Pañales',
    taps: 'Horas anotadas',
    id: 'Id',
  } satisfies Record<keyof FoundRecord | 'id', string>,
  plan: {
    firstWakeWindow: 'Ventana tras despertar',
    napsCount: 'Siestas al día',
    bedtime: 'Hora de dormir',
    reminders: 'Recordatorios',
    napDuration: (napNumber: number) => `Siesta ${napNumber} (min)`,
    napWindow: (napNumber: number) => `Ventana tras siesta ${napNumber}`,
  },
  tapKinds: { wake_ups: 'Despertar', feedings: 'Toma', diaper_changes: 'Pañal' } satisfies Record<
    TapKind,
    string
  >,
  baby: { name: 'Nombre', birthDate: 'Fecha de nacimiento' },
  loggedBy: 'Anotado por',
  yes: 'Sí',
  no: 'No',
} as const

/** Parts of the names of files, without letters that some systems don't take. */
export const fileNames = { copy: 'copia', records: 'registros', plan: 'plan', baby: 'bebe' } as const

const inDigits = (count: number) => count.toLocaleString('es-ES', { useGrouping: 'always' })
const counted = (count: number, one: string, many: string) => `${inDigits(count)} ${count === 1 ? one : many}`
const dayFormat = new Intl.DateTimeFormat('es-ES', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
/** '11 ago 2025' */
const day = (date: LocalDate) => dayFormat.format(Date.parse(date))
const MOST_ROWS = 30
const inRows = (rows: readonly number[]) => {
  const more = rows.length - MOST_ROWS
  const list = rows.slice(0, MOST_ROWS).join(', ')
  return `${rows.length === 1 ? 'fila' : 'filas'} ${list}${more > 0 ? ` y ${more} más` : ''}`
}

export const exporting = {
  /** Who logged, where the family's account hasn't said what it is called. */
  family: 'La familia',
  title: 'Exportar',
  whole: (records: number) =>
    `${counted(records, 'registro', 'registros')}, con lo que aún no se ha enviado.`,
  /** In place of that while some of the diary isn't here. */
  missing: {
    'on-its-way': 'Aún se están leyendo los meses anteriores: el archivo los espera.',
    failed: 'En este móvil falta parte del historial, y sin ella no se puede guardar el archivo.',
  },
  careful: 'Los archivos llevan los datos de tu bebé: guárdalos donde solo tú los veas.',
  copy: 'Copia completa',
  copyHint: 'Todo en un archivo JSON, que se puede importar de nuevo. Lleva también los datos de tu cuenta.',
  tables: 'Para una hoja de cálculo (CSV)',
  records: 'Registros',
  plan: 'Plan',
  baby: 'Bebé',
  done: 'Archivo guardado',
  withoutAccount: (file: string, isOnline: boolean) =>
    isOnline
      ? `${file}. Faltan los datos de tu cuenta: vuelve a probar en un momento.`
      : `${file}. Sin conexión faltan los datos de tu cuenta.`,
  failed: 'No se pudo guardar el archivo.',
} as const

export const importing = {
  title: 'Importar',
  text: 'Un archivo de esta app (JSON o CSV), o el CSV que exportan Huckleberry, Baby Buddy, Nara y Napper. Antes de guardar nada verás qué contiene.',
  choose: 'Elegir archivo',
  chooseOther: 'Elegir otro archivo',
  reading: 'Leyendo el archivo...',
  found: 'Esto es lo que hay',
  sources: {
    copy: 'Copia completa de esta app',
    records: 'Registros de esta app (CSV)',
    plan: 'Plan de esta app (CSV)',
    baby: 'Datos del bebé de esta app (CSV)',
    huckleberry: 'Archivo de Huckleberry',
    'baby-buddy': 'Archivo de Baby Buddy',
    nara: 'Archivo de Nara',
    napper: 'Archivo de Napper',
  } satisfies Record<Source, string>,
  naps: 'Siestas',
  nights: 'Noches',
  wakeUps: 'Despertares',
  dates: 'Fechas',
  fromTo: (from: string, to: string) => (from === to ? day(from) : `${day(from)} – ${day(to)}`),
  readWakeUps: (count: number) =>
    `${counted(count, 'despertar sale', 'despertares salen')} del fin de cada noche: ese archivo no los trae.`,
  guessedTypes: 'Ese archivo no dice si es siesta o noche: lo decide la hora.',
  wakings: 'Cada despertar de la noche se anota en ella con su hora; el rato despierto no se descuenta.',
  notesStay: 'Las notas de cada sueño no se importan.',
  examples: 'Los más recientes',
  example: (record: SleepRecord) => {
    const times = [startTimeOf(record), record.end_time].filter((time) => time !== null)
    return `${day(record.date)}: ${recordTypes[record.type].toLowerCase()} ${times.join(' – ')}`
  },
  duplicates: (count: number) => `${counted(count, 'ya estaba', 'ya estaban')} en tu diario.`,
  moved: (count: number) =>
    count === 1
      ? 'Ya importaste 1 registro de ese archivo con otra hora: pasa a la de ahora, con lo que hayas anotado en él.'
      : `Ya importaste ${inDigits(count)} registros de ese archivo con otra hora: pasan a la de ahora, con lo que hayas anotado en ellos.`,
  gone: (count: number) =>
    count === 1
      ? 'Se borra 1 despertar que salió de la otra hora.'
      : `Se borran ${inDigits(count)} despertares que salieron de la otra hora.`,
  skipped: (count: number) => counted(count, 'fila no se importa', 'filas no se importan'),
  skippedRows: (rows: readonly SkippedRow[]) => {
    const [first] = rows
    const why = first === undefined ? '' : reasons[first.reason](first.word, rows.length)
    return `${why}: ${inRows(rows.map(({ row }) => row))}.`
  },
  moreSkipped: (count: number) => `Y ${counted(count, 'fila más', 'filas más')}.`,
  whichBaby: '¿De qué bebé?',
  zone: 'Las horas del archivo están en',
  zoneUtc: 'UTC',
  zoneHint: 'Ese archivo no lo dice. Compara los ejemplos con lo que recuerdas.',
  baby: (name: string | undefined) =>
    name === undefined ? 'Usar también los datos del bebé' : `Usar también los datos del bebé (${name})`,
  plan: 'Usar también el plan',
  edits: (count: number) =>
    `Cambiar también lo que el archivo dice de otro modo en ${counted(count, 'registro que ya estaba', 'registros que ya estaban')}`,
  replaces: 'Sustituye a lo que tienes ahora.',
  zoneKept: 'Hay un descanso en curso: la zona horaria de tu diario no cambia.',
  nothingNew: 'No hay nada nuevo que importar.',
  confirm: (count: number) =>
    count === 0 ? 'Importar' : `Importar ${counted(count, 'registro', 'registros')}`,
  progress: 'Importando',
  progressText: (done: number, of: number) => `${inDigits(done)} de ${inDigits(of)}`,
  done: 'Importación terminada',
  doneText: (count: number) =>
    `${counted(count, 'registro guardado', 'registros guardados')} en este dispositivo. Se ${count === 1 ? 'envía' : 'envían'} al servidor en cuanto haya conexión.`,
  doneNoRecords: 'Los datos elegidos están guardados.',
  cancelled: 'Importación cancelada',
  failed: 'No se pudo guardar todo',
  stoppedText: (done: number, of: number) =>
    `Se guardaron ${inDigits(done)} de ${inDigits(of)} registros. Puedes importar el mismo archivo otra vez: no se repetirá nada.`,
  noRoom: 'Puede que este dispositivo no tenga espacio.',
  problemTitle: 'Ese archivo no se puede importar',
} as const

const reasons: Readonly<Record<SkipReason, (word: string, rows: number) => string>> = {
  'not-sleep': (word) => `«${word}»: aquí solo se importa el sueño`,
  'other-baby': (word) => `De otro bebé (${word})`,
  'no-start': () => 'Sin hora de inicio',
  'no-end': () => 'Sin hora de fin',
  'no-night': (_word, rows) => (rows === 1 ? 'Despertar sin su noche' : 'Despertares sin su noche'),
  'bad-time': (word) => `No se entiende la hora «${word}»`,
  'end-before-start': () => 'El fin es anterior al inicio',
  'too-long': () => 'Más de 24 horas',
  'no-length': () => 'Menos de un minuto',
  'bad-value': (word) => `«${word}» no tiene un valor válido`,
  repeated: (_word, rows) => (rows === 1 ? 'Repetida en el archivo' : 'Repetidas en el archivo'),
  overlap: (_word, rows) =>
    `${rows === 1 ? 'Coincide' : 'Coinciden'} en su mayor parte con un descanso que ya tienes`,
  occupied: (_word, rows) =>
    rows === 1
      ? 'Sigue con la hora de la otra vez, porque a esta ya hay otro descanso'
      : 'Siguen con la hora de la otra vez, porque a esta ya hay otro descanso',
}

export const fileProblems: Readonly<Record<FileProblem | 'diary-unread', string>> = {
  empty: 'El archivo está vacío, o solo tiene los títulos.',
  'too-large': 'El archivo es demasiado grande: el máximo son 20 MB.',
  spreadsheet: 'Es un libro de Excel u otra hoja de cálculo. Ábrelo allí y guárdalo como CSV.',
  'not-text': 'No es un archivo de texto. Se esperaba un JSON o un CSV.',
  broken: 'El archivo está incompleto o dañado: no se puede leer entero.',
  'diary-unread':
    'El archivo está bien, pero este móvil no ha podido leer todo tu diario para compararlo. Vuelve a probar con conexión; si la tienes, cierra la app y ábrela otra vez.',
  'newer-version': 'Es una copia de una versión más nueva de esta app. Recarga la app y vuelve a probar.',
  'other-table': 'Es un archivo de Baby Buddy, pero no es el de sueño. Exporta la tabla «Sleep».',
  unknown:
    'No se reconoce el formato. Vale una copia de esta app (JSON o CSV), o el CSV de Huckleberry, Baby Buddy, Nara o Napper.',
}
