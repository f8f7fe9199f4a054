import { expect, it } from 'vitest'
import { instantAt } from '../../../../core/time/time.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import { storedZone, zoneToSave } from './zone-edits.ts'

const now = instantAt('2025-08-11', '00:30', MADRID)

it('is Madrid where nothing else is stored', () => {
  expect(storedZone({})).toBe('Europe/Madrid')
  expect(storedZone({ time_zone: 'Marte/Olimpo' })).toBe('Marte/Olimpo')
})

it('changes nothing where none was chosen, or the same again', () => {
  expect(zoneToSave(undefined, {}, now)).toEqual({})
  expect(zoneToSave('Europe/Madrid', {}, now)).toEqual({})
  expect(zoneToSave('Atlantic/Canary', { time_zone: 'Atlantic/Canary' }, now)).toEqual({})
})

it('holds from the day on that it is there: half an hour after Madrid’s midnight it is the day before', () => {
  expect(zoneToSave('Atlantic/Canary', {}, now)).toEqual({
    time_zone: 'Atlantic/Canary',
    time_zone_since: '2025-08-10',
  })
  expect(zoneToSave('Europe/Madrid', { time_zone: 'Atlantic/Canary' }, now)).toEqual({
    time_zone: 'Europe/Madrid',
    time_zone_since: '2025-08-11',
  })
})
