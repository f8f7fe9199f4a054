import { dayHeading, type LocalDate, type LocalTime, longDate } from '../../core/time/time.ts'

const SPAIN: Readonly<Record<string, { place: string; hour: string }>> = {
  'Europe/Madrid': { place: 'Península y Baleares', hour: 'hora peninsular' },
  'Atlantic/Canary': { place: 'Canarias', hour: 'hora de Canarias' },
}

const WITH_ARTICLE: Readonly<Record<string, string>> = {
  'Países Bajos': 'de los Países Bajos',
  'Reino Unido': 'del Reino Unido',
  Vaticano: 'del Vaticano',
}

/** By the first part of a zone's name. */
export const regions: Readonly<Record<string, string>> = {
  Africa: 'África',
  America: 'América',
  Antarctica: 'Antártida',
  Arctic: 'Ártico',
  Asia: 'Asia',
  Atlantic: 'Atlántico',
  Australia: 'Australia',
  Europe: 'Europa',
  Indian: 'Índico',
  Pacific: 'Pacífico',
}

export const zoneWords = {
  title: 'Zona horaria',
  label: 'Hora del diario',
  spain: 'España',
  thisPhone: 'La de este móvil',
  other: 'Otras',
  explained: 'Vale en todos los móviles. Lo que ya está anotado conserva su hora.',
  now: (time: LocalTime) => `Hora actual: ${time}.`,
  asleep: 'Podrás cambiarla cuando termine el descanso en curso.',
  unknown: (name: string) =>
    `Este móvil no conoce la zona horaria «${name}»: aquí el diario va con la hora peninsular.`,
  since: (name: string, date: LocalDate, today: LocalDate) =>
    `Desde ${date === today ? 'hoy' : `el ${dayHeading(date, today).toLowerCase()}`} el diario va con la ${hourOf(name)}. Lo anotado antes conserva su hora.`,
} as const

/** What a zone is called where one is chosen, such as «Canarias», «Nueva York» or «Reino Unido». */
export function placeOf(name: string): string {
  const city = name
    .slice(name.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ' · ')
  return SPAIN[name]?.place ?? /^hora de (.+)$/.exec(saidByBrowser(name))?.[1] ?? city
}

/** A zone's hour in a sentence, such as «hora de Canarias». */
export function hourOf(name: string): string {
  const place = placeOf(name)
  return SPAIN[name]?.hour ?? `hora ${WITH_ARTICLE[place] ?? `de ${place}`}`
}

/** The same at the head of a line, such as «Hora peninsular». */
export function hourLabel(name: string): string {
  return hourOf(name).replace(/^h/, 'H')
}

/**
 * The hour on paper: Madrid's has its own name there, as it always had.
 * @param since the day on which it began to hold; null: it held on all days of the sheets.
 */
export function hourOnPaper(name: string, since: LocalDate | null): string {
  const hour = name === 'Europe/Madrid' ? 'Hora de Madrid' : hourLabel(name)
  return since === null ? hour : `${hour} desde el ${longDate(since)}`
}

function saidByBrowser(name: string): string {
  try {
    // In the Spanish of Spain the hour of half of Europe has only letters, such as CET.
    const format = new Intl.DateTimeFormat('es-MX', { timeZone: name, timeZoneName: 'shortGeneric' })
    return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? ''
  } catch {
    // A browser that doesn't know the zone, or this kind of name.
    return ''
  }
}
