import { expect, it } from 'vitest'
import { weekTable } from './week.es.ts'

it.each([
  [0, '0 minutos'],
  [1, '1 minuto'],
  [45, '45 minutos'],
  [60, '1 hora'],
  [61, '1 hora y 1 minuto'],
  [825, '13 horas y 45 minutos'],
])('%i minutes are heard as «%s»', (minutes, words) => {
  expect(weekTable.duration(minutes)).toBe(words)
})
