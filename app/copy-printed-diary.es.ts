// The words of the printed diary, which load with it: the first load doesn't carry them.

const oneDecimal = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** The diary for the consultant or the paediatrician, on paper. */
export const paper = {
  preview: 'Diario para imprimir',
  back: 'Volver al gráfico',
  weeks: 'Semanas',
  weeksCount: (count: number) => `${count} semanas`,
  /** Also the name the browser gives to the PDF. */
  title: (name: string, period: string) => `Diario de sueño de ${name}, ${period}`,
  kind: 'Diario de sueño',
  born: (date: string) => `Fecha de nacimiento: ${date}`,
  average: 'Sueño al día',
  wakeUp: 'Despierta',
  bedtime: 'Se duerme',
  napsADay: (count: number) => `${oneDecimal.format(count)} al día`,
  nightWakings: 'Despertares',
  aDay: 'al día',
  onAverage: 'de promedio',
  sleeps: 'Descansos, de 8h a 8h',
  night: 'Noche',
  /** How long and how many. */
  naps: (duration: string, count: number) => `${duration} (${oneDecimal.format(count)})`,
  count: (count: number) => oneDecimal.format(count),
  nothing: '—',
  meanOf: (days: number) => (days === 1 ? 'Promedio de 1 día' : `Promedio de ${days} días`),
  noMean: 'Sin días para el promedio',
  planTitle: 'El plan y lo que pasó',
  windows: 'Ventanas de sueño',
  napLengths: 'Duración de las siestas',
  inPlan: 'Plan',
  real: 'Promedio real',
  days: 'Días',
  beforeNap: (napNumber: number) => `Antes de la siesta ${napNumber}`,
  beforeBedtime: 'Antes de dormir',
  napsPerDay: 'Siestas al día',
  disturbances: 'Alteraciones',
  noDisturbances: 'Ninguna anotada en estas semanas.',
  ownNotes: 'Notas de la consulta',
  reading: 'Cada día incluye la noche que empieza. Promedios: días con despertar y sueño. Hora de Madrid.',
  printedOn: (date: string) => `Impreso el ${date}`,
  page: (page: number, count: number) => `Página ${page} de ${count}`,
} as const
