import { weekComparison } from './week.es.ts'

// The words of the printed diary. They load with it, so that the first load is smaller.

const oneDecimal = new Intl.NumberFormat('es', { maximumFractionDigits: 1 })

/** The diary for the consultant or the paediatrician, on paper. */
export const paper = {
  preview: 'Diario para imprimir',
  back: 'Volver al gráfico',
  weeks: 'Semanas',
  weeksCount: (count: number) => `${count} semanas`,
  /** The document's title, which the browser also uses as the name of the PDF. */
  title: (name: string, period: string) => `Diario de sueño de ${name}, ${period}`,
  kind: 'Diario de sueño',
  born: (date: string) => `Fecha de nacimiento: ${date}`,
  average: weekComparison.total,
  wakeUp: weekComparison.wakeUp,
  bedtime: weekComparison.bedtime,
  napsADay: (count: number) => `${oneDecimal.format(count)} al día`,
  nightWakings: 'Despertares',
  aDay: 'al día',
  onAverage: 'de promedio',
  night: weekComparison.night,
  /** The length of the naps or nights, and how many there were. */
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
  reading: (hour: string) =>
    `Cada día incluye la noche que empieza. Promedios: días acabados con despertar y sueño. ${hour}.`,
  printedOn: (date: string) => `Impreso el ${date}`,
  page: (page: number, count: number) => `Página ${page} de ${count}`,
} as const
