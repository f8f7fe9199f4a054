import { theHour } from './screens.es.ts'

// The words of entering a wake-up for any day, and of going from day to day. Those of today's question are
// in screens.es.ts (rule 2.16, empty day).

export const wakeUpEntry = {
  add: 'Añadir despertar',
  label: 'Despertar del día',
  afterNight: (time: string) => `Despertó ${time}, al acabar la noche`,
  question: '¿A qué hora despertó ese día?',
  questionToday: '¿A qué hora despertó hoy?',
  savedDetail: (day: string, time: string) => `${day}: despertó a ${theHour(time)}.`,
} as const

export const dayPager = {
  previous: 'Día anterior',
  next: 'Día siguiente',
  today: 'Hoy',
} as const
