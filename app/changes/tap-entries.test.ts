import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { type TapChange, withTapsCounted } from '../../core/records/taps.ts'
import { noche } from '../../core/testing/records.ts'
import { type Entry, overlay } from '../local/outbox.ts'

const night = noche('2025-08-11', '21:00')

const patch = fc.oneof(
  fc.record({ wake_ups: fc.nat({ max: 6 }) }),
  fc.record({ feedings: fc.nat({ max: 6 }), quality: fc.constant('mala' as const) }),
  fc.record({ end_time: fc.constantFrom('06:00', '07:00') }),
)
const tap = fc.record({
  tap: fc.record({
    id: fc.nat({ max: 4 }).map((id) => `t${id}`),
    kind: fc.constant('wake_ups' as const),
    time: fc.constantFrom('23:50', '03:10'),
  }),
  isUndone: fc.boolean(),
})

/** Tap changes as a phone makes them: it adds taps that aren't there, and takes back those that are. */
function entriesOf(
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
): Entry<'sleep_records'>[] {
  const entries: Entry<'sleep_records'>[] = []
  const used = new Set<string>()
  for (const [seq, next] of steps.entries()) {
    const row = overlay(night, entries)
    const base = { kind: 'patch', table: 'sleep_records', rowId: night.id, seq, opId: `op ${seq}` } as const
    const state = { kind: 'waiting' } as const
    if (!('tap' in next)) {
      entries.push({ ...base, state, body: next })
      continue
    }
    const known = row?.taps.find(({ id }) => id === next.tap.id)
    const change: TapChange | null =
      known === undefined
        ? next.isUndone || used.has(next.tap.id)
          ? null
          : { tap: next.tap }
        : next.isUndone
          ? { tap: known, undone: true }
          : null
    if (change === null) continue
    used.add(change.tap.id)
    entries.push({ ...base, state, body: {}, tap: change })
  }
  return entries
}
const step = fc.oneof(patch, tap)

describe('taps that wait to be sent', () => {
  it('lie over whatever part of them the server has told of already', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), fc.nat({ max: 3 }), (steps, wake_ups) => {
        const entries = entriesOf(steps)
        const before: SleepRecord = withTapsCounted({ ...night, wake_ups })
        const all = overlay(before, entries)
        for (let sent = 0; sent <= entries.length; sent += 1) {
          const server = overlay(before, entries.slice(0, sent))
          expect(overlay(server, entries)).toEqual(all)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('add to what another phone tapped', () => {
    const others = { ...night, wake_ups: 2, taps: [{ id: 'x', kind: 'wake_ups' as const, time: '01:00' }] }
    const entry: Entry<'sleep_records'> = {
      kind: 'patch',
      table: 'sleep_records',
      rowId: night.id,
      body: {},
      tap: { tap: { id: 'y', kind: 'wake_ups', time: '02:00' } },
      seq: 1,
      opId: 'op',
      state: { kind: 'sent' },
    }
    expect(overlay(others, [entry])).toMatchObject({ wake_ups: 3, taps: [{ id: 'x' }, { id: 'y' }] })
  })
})
