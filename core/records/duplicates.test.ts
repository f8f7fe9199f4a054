import { describe, expect, it } from 'vitest'
import { despertar, noche, siesta } from '../testing/records.ts'
import { MADRID } from '../time/zone.ts'
import { duplicateFinder, identityOf } from './duplicates.ts'

describe('identityOf', () => {
  it('is when it began: nap or night, and however it ended', () => {
    const nap = siesta('2025-08-11', '13:05', '14:30')
    expect(identityOf(noche('2025-08-11', '13:05', '15:00'))).toBe(identityOf(nap))
    expect(identityOf({ ...nap, start_time: null, time: '13:05' })).toBe(identityOf(nap))
    expect(identityOf(siesta('2025-08-12', '13:05'))).not.toBe(identityOf(nap))
    expect(identityOf(siesta('2025-08-11', '13:06'))).not.toBe(identityOf(nap))
  })

  it('is the day alone when no time is told', () => {
    expect(identityOf(siesta('2025-08-11', null))).toBe(identityOf(noche('2025-08-11', null)))
    expect(identityOf(siesta('2025-08-11', null))).not.toBe(identityOf(siesta('2025-08-11', '00:00')))
  })

  it('never takes a wake-up for a sleep', () => {
    expect(identityOf(despertar('2025-08-11', '13:05'))).not.toBe(identityOf(siesta('2025-08-11', '13:05')))
    expect(identityOf(despertar('2025-08-11', '08:20'))).toBe(identityOf(despertar('2025-08-11', '08:20')))
  })
})

describe('duplicateFinder', () => {
  const finder = duplicateFinder(
    [
      noche('2025-08-10', '20:30', '07:00'),
      siesta('2025-08-11', '13:00', '14:00'),
      siesta('2025-08-11', '17:00'),
      siesta('2025-08-11', '09:30', '10:15'),
      despertar('2025-08-11', '07:00'),
    ],
    MADRID,
  )

  it('knows what begins at the same minute, an open sleep and a wake-up too', () => {
    expect(finder.find(siesta('2025-08-11', '13:00', '15:00'))).toBe('same')
    expect(finder.find(siesta('2025-08-11', '17:00', '18:00'))).toBe('same')
    expect(finder.find(despertar('2025-08-11', '07:00'))).toBe('same')
  })

  it('knows a sleep that is mostly the one already there, noted a little differently', () => {
    expect(finder.find(siesta('2025-08-11', '13:04', '14:06'))).toBe('overlap')
    expect(finder.find(siesta('2025-08-11', '09:20', '10:20'))).toBe('overlap')
    expect(finder.find(noche('2025-08-11', '00:30', '03:00'))).toBe('overlap')
    expect(finder.find(noche('2025-08-10', '21:30', '09:00'))).toBe('overlap')
  })

  it('lets through what only touches, or is elsewhere', () => {
    expect(finder.find(siesta('2025-08-11', '14:00', '15:00'))).toBeNull()
    expect(finder.find(siesta('2025-08-11', '13:40', '14:40'))).toBeNull()
    expect(finder.find(siesta('2025-08-11', '13:30', '14:30'))).toBeNull()
    expect(finder.find(despertar('2025-08-12', '07:00'))).toBeNull()
    expect(finder.find(siesta('2025-08-11', '13:10'))).toBeNull()
    expect(finder.find(siesta('2025-08-20', '13:10', '14:00'))).toBeNull()
  })

  it('knows what was added since, as what was there', () => {
    const growing = duplicateFinder([siesta('2025-08-11', '13:00', '14:00')], MADRID)
    for (const added of [siesta('2025-08-11', '16:00', '17:00'), siesta('2025-08-12', '16:00', '17:00')]) {
      expect(growing.find(added)).toBeNull()
      growing.add(added)
      expect(growing.find(added)).toBe('same')
      expect(growing.find({ ...added, start_time: '16:10' })).toBe('overlap')
    }
  })
})
