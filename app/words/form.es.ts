import { listed, theHour } from './screens.es.ts'

// The words of the form of a sleep, and of changing what is logged.

export const formWords = {
  sleepsOn: 'Sigue durmiendo',
  sleepsOnDetail: 'Todo lo anotado está guardado.',
  /** The button for a past day that saves and at once opens an empty form of the same day. */
  saveAndAnother: 'Guardar y otro',
  /** Said of a start that waits for its ✓: it may be the same sleep. */
  alreadyAsleep: (type: string, start: string) => `Ya hay una ${type} en curso, desde ${theHour(start)}.`,
  change: 'Cambiar',
  changeDate: 'Cambiar fecha',
  /** The `day` is written as in the diary's heading. */
  draft: (type: string, day: string) =>
    `Tienes a medias: ${type} ${day === 'Hoy' ? 'de hoy' : `del ${day.toLowerCase()}`}`,
  resume: 'Seguir con ella',
  startOver: 'Empezar de nuevo',
  notSavedYet: 'Falta guardar',
  /** @param sleep with its times. */
  notSavedYetDetail: (sleep: string) => `${sleep}: te espera en «+».`,
  wakeUpTitle: 'Cambiar el despertar',
  wakeUpTime: 'Hora',
  changeTime: (time: string) => `Cambiar la hora: ${time}`,
  wakeUpChanged: 'Despertar cambiado',
  wakeUpChangedDetail: (day: string, time: string) => `${day}, ${time}`,
  /** Says that a typed count was lowered to the highest one that is allowed. */
  atMost: (max: number) => `Como mucho, ${max}.`,
} as const

const CHANGED_ELSEWHERE = {
  date: 'el día',
  start_time: 'las horas',
  time: 'las horas',
  end_time: 'las horas',
  type: 'el tipo',
  quality: 'la calidad',
  disturbances: 'las alteraciones',
  wake_ups: 'los despertares',
  feedings: 'las tomas',
  diaper_changes: 'los pañales',
} as const

export const undoing = {
  notAll: 'No se ha deshecho todo',
  /** Says which fields of a record an undo leaves; not all of them need be what was changed elsewhere. */
  left: (fields: readonly (keyof typeof CHANGED_ELSEWHERE)[]) => {
    const names = new Set(fields.map((field) => CHANGED_ELSEWHERE[field]))
    return `El registro se cambió en otro móvil. No se deshace lo siguiente: ${listed([...names])}.`
  },
} as const
