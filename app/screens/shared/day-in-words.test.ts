import { expect, it } from 'vitest'
import { despertar, siesta } from '../../../core/testing/records.ts'
import { dayInWords } from './day-in-words.ts'

const nap = siesta('2025-08-11', '10:00', '11:30')

it('tells a wake-up by its time, in whichever field that is, and what was slept', () => {
  const wakeUp = despertar('2025-08-11', '07:40')
  const said = 'Despertar 07:40, Siesta 10:00 – 11:30'
  expect(dayInWords({ records: [nap, wakeUp] }, null)).toBe(said)
  expect(dayInWords({ records: [nap, { ...wakeUp, time: null, start_time: '07:40' }] }, null)).toBe(said)
})
