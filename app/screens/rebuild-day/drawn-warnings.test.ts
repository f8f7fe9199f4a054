import { describe, expect, it } from 'vitest'
import { type DrawnSleep, placeOf } from '../../../core/rebuild/rebuild-day.ts'
import { isOpen, type SleepRecord, sortNewestFirst } from '../../../core/records/sleep-record.ts'
import { siesta } from '../../../core/testing/records.ts'
import { addDays, instantAt } from '../../../core/time/time.ts'
import { MADRID } from '../../../core/time/zone.ts'
import { drawnWarnings } from './drawn-warnings.ts'

const DAY = '2025-08-10'
const NOW = instantAt(addDays(DAY, 1), '01:00', MADRID)

function drawn(key: number, start: string, end: string): DrawnSleep {
  return { key, type: 'siesta', isTypeChosen: false, from: placeOf(start), to: placeOf(end) }
}

/** With what the drawn sleeps overlap, in their order: ids. */
function overlapsOf(sleeps: readonly DrawnSleep[], log: readonly SleepRecord[]): string[][] {
  const records = sortNewestFirst(log)
  const warnings = drawnWarnings(DAY, sleeps, records, records.filter(isOpen), NOW, MADRID)
  return sleeps.map(({ key }) =>
    (warnings.get(key) ?? []).map((warning) =>
      warning.kind === 'overlap' ? warning.other.id : warning.kind,
    ),
  )
}

describe('a drawn sleep', () => {
  const sleep = drawn(1, '13:00', '14:00')

  it('is told of one of the log, and of another that is drawn, which is told of it', () => {
    const logged = siesta(DAY, '13:30', '13:40')
    expect(overlapsOf([sleep, drawn(2, '13:50', '15:00')], [logged])).toEqual([
      [logged.id, 'drawn 2'],
      ['drawn 1'],
    ])
  })

  it('is told of one that runs since before it, unless another without an end began after that', () => {
    const running = siesta(DAY, '12:00')
    expect(overlapsOf([sleep], [running])).toEqual([[running.id]])
    expect(overlapsOf([sleep], [running, siesta(addDays(DAY, 1), '00:30')])).toEqual([[]])
  })
})
