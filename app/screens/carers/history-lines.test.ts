import { expect, it } from 'vitest'
import { MADRID } from '../../../core/time/zone.ts'
import type { AccessEvent } from '../../family/remote-families.ts'
import { accessHistory } from '../../words/carers/carers.es.ts'
import { historyLines } from './history-lines.ts'

const event = (at: string, change: Partial<AccessEvent> = {}): AccessEvent => ({
  at,
  event: 'viewed',
  role: 'consultant',
  name: 'Marta',
  until: null,
  account_id: 'marta',
  part: null,
  ...change,
})

it('tells a day of somebody’s looks in one line, by the family’s clock, and each other event by itself', () => {
  const events = [
    event('2025-08-12T21:50:00Z', { part: 'week' }),
    event('2025-08-12T20:00:00Z', { event: 'changed', account_id: 'abuela', name: 'Abuela', role: 'carer' }),
    event('2025-08-12T09:00:00Z', { part: 'diary' }),
    event('2025-08-12T08:00:00Z', { part: 'plan', account_id: 'lola', name: 'Lola' }),
    event('2025-08-11T22:10:00Z', { part: 'summary' }),
    event('2025-08-11T21:50:00Z', { part: 'diary' }),
  ]
  expect(historyLines(events, MADRID)).toEqual([
    {
      kind: 'views',
      at: events[0]?.at,
      name: 'Marta',
      parts: ['week', 'diary', 'summary'],
    },
    { kind: 'event', event: events[1], before: null },
    { kind: 'views', at: events[3]?.at, name: 'Lola', parts: ['plan'] },
    { kind: 'views', at: events[5]?.at, name: 'Marta', parts: ['diary'] },
  ])
})

it('tells what somebody was called whose name was changed', () => {
  const changed = (at: string, name: string, account_id = 'abuela') =>
    event(at, { event: 'changed', role: 'carer', name, account_id })
  const events = [
    changed('2025-08-12T12:00:00Z', 'Yaya'),
    changed('2025-08-12T11:00:00Z', 'Yaya'),
    changed('2025-08-12T10:00:00Z', 'Tata', 'tata'),
    event('2025-08-12T09:00:00Z', { event: 'joined', role: 'carer', name: 'Abuela', account_id: 'abuela' }),
  ]
  const before = historyLines(events, MADRID).map((line) => line.kind === 'event' && line.before)
  expect(before).toEqual([null, 'Abuela', null, null])
  expect(accessHistory.renamed('Abuela', 'Yaya', 'viewer')).toBe('Abuela pasó a llamarse Yaya (solo mira)')
})

it.each([
  [['week', 'diary', 'summary'], 'Marta vio el resumen, el diario y el gráfico'],
  [['plan', 'trend'], 'Marta vio la evolución y el plan'],
  [['printed'], 'Marta vio el diario en papel'],
])('%j: «%s»', (parts, said) => {
  expect(accessHistory.viewed('Marta', parts)).toBe(said)
})

it.each([
  ['asked', false, 'BSC (Marta) pidió ver el diario'],
  ['asked', true, 'BSC (Marta) pidió seguir viendo el diario'],
  ['refused', false, 'No le diste acceso a Marta'],
  ['refused', true, 'No le diste más tiempo a Marta'],
])('%s, and in already (%s): «%s»', (happened, isIn, said) => {
  expect(accessHistory.event(happened, 'Marta', 'consultant', 'BSC', isIn)).toBe(said)
})
