import { expect, it } from 'vitest'
import { MADRID } from '../time/zone.ts'
import { babyZone, withZoneOfHere } from './baby-zone.ts'

it.each([
  [{ time_zone: 'Atlantic/Canary' }, 'Atlantic/Canary'],
  [{ time_zone: 'Europe/Madrid' }, 'Europe/Madrid'],
])('is the one that was chosen: %j', (baby, name) => {
  expect(babyZone(baby).name).toBe(name)
})

it.each([[null], [{}], [{ time_zone: 'Marte/Olimpo' }]])('is Madrid for %j', (baby) => {
  expect(babyZone(baby)).toBe(MADRID)
})

it('is taken from a file where the family has chosen none, and stays where it has, or while a sleep runs', () => {
  const file = { name: 'Lucía', time_zone: 'Europe/Madrid', time_zone_since: '2025-03-01' }
  expect(withZoneOfHere(file, null, false)).toEqual(file)
  const unchosen = { time_zone: 'Europe/Madrid', time_zone_since: null }
  expect(withZoneOfHere(file, unchosen, false)).toEqual(file)
  expect(withZoneOfHere(file, unchosen, true)).toEqual({ name: 'Lucía' })
  const chosen = { time_zone: 'Atlantic/Canary', time_zone_since: '2025-08-11' }
  expect(withZoneOfHere(file, chosen, false)).toEqual({ name: 'Lucía' })
})
