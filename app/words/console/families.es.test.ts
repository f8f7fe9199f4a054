import { expect, it } from 'vitest'
import { DAY_MS } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { families } from './families.es.ts'

const NOW = Date.UTC(2026, 10, 26, 12)

it('says for how many days a family has logged nothing, and of none in sight no more than that', () => {
  expect(families.reason('silent', NOW - 2 * DAY_MS, NOW)).toBe('2 días sin anotar')
  expect(families.reason('silent', NOW - 20.9 * DAY_MS, NOW)).toBe('20 días sin anotar')
  expect(families.reason('silent', null, NOW)).toBe('Sin anotaciones en tres semanas')
  expect(families.lastEntryAt(null, NOW, MADRID)).toBe('ninguna en las últimas tres semanas')
})

it('says the last day of an access that ends with a midnight', () => {
  expect(families.access('2026-12-31T23:00:00+00:00', NOW)).toBe('Acceso hasta el 31 de diciembre')
})
