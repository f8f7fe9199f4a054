import { theHour } from './screens.es.ts'

/** What the diary asks and offers in the evening, at night and when a sleep ends. */

export const evening = {
  question: '¿Es la noche?',
  yes: 'Sí, noche',
  no: 'No, siesta',
  /** Said in the morning of a night that is entered with a start in the evening. */
  ofYesterday: 'Es la noche de ayer',
  ofToday: 'No, de hoy',
} as const

/** Said of a time that is entered and still to come. */
export const ahead = {
  notYet: 'Esa hora aún no ha llegado.',
  wasYesterday: 'Fue ayer',
} as const

export const ending = {
  check: 'Revisa antes de terminar',
  checkAt: (time: string) => `Revisa antes de terminar · ${time}`,
  /** Said of a nap that may be the night; of one that only lasts long its length is said already. */
  mayBeNight: {
    early: 'Empezó de madrugada: quizá sea la noche.',
    late: 'Pasa de las 21:00: quizá sea la noche.',
    long: null,
  },
  isNight: 'Es una noche',
  toNight: '¿Cambiar a noche?',
  anyway: (action: string) => `${action} de todos modos`,
  back: 'Volver',
  lasted: (duration: string) => `Duró ${duration}.`,
} as const

export const sleepOn = {
  action: 'Seguir durmiendo',
  /** Used where the record itself, with the same offer, is on the screen as well. */
  question: '¿Sigue durmiendo?',
  ended: (what: string, time: string) => `${what} terminada · ${time}`,
  done: 'Sigue durmiendo',
  doneDetail: (time: string) => `Desde ${theHour(time)}, como si no hubiera terminado.`,
  wakeUpToo: (time: string) => `También se ha quitado el despertar de ${theHour(time)}.`,
} as const

export const redNights = {
  title: 'Luz roja de noche',
  text: 'Mientras duerme la noche, la pantalla sin azul y muy tenue.',
} as const

/** Says how long the baby has been awake since the last sleep. */
export const awake = (duration: string) => `Tiempo despierto: ${duration}`

/** The buttons of which a tap counts one waking, feeding or diaper change while a night runs. */
export const taps = {
  label: 'Anotar durante la noche',
  names: { wake_ups: 'despertar', feedings: 'toma', diaper_changes: 'pañal' },
  one: (name: string) => `+1 ${name}`,
  /** How many were counted, and when the last one was, if that is known. */
  soFar: (count: number, last: string | undefined) => {
    if (count === 0) return 'aún nada'
    const many = count === 1 ? 'va 1' : `van ${count}`
    return last === undefined ? many : `${many} · ${last}`
  },
  logged: { wake_ups: 'Despertar anotado', feedings: 'Toma anotada', diaper_changes: 'Pañal anotado' },
  loggedDetail: (time: string, count: number) => `${time} · ${count === 1 ? 'va 1' : `van ${count}`}`,
  full: (count: number) => `Ya son ${count}`,
  fullDetail: {
    wake_ups: 'Un registro cuenta 10 despertares como mucho.',
    feedings: 'Un registro cuenta 99 tomas como mucho.',
    diaper_changes: 'Un registro cuenta 99 pañales como mucho.',
  },
  times: (times: readonly string[]) => times.join(' · '),
} as const

/** What is asked after a wake-up before 05:00. */
export const smallHours = {
  question: '¿Empieza el día o sigue la noche?',
  nightGoesOn: 'Sigue la noche',
  dayBegins: 'Empieza el día',
} as const
