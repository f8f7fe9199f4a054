import { expect, test } from '@playwright/test'
import type { Effect, Row } from '../../chaos/judge/effect-log.ts'
import { History } from '../../chaos/judge/history.ts'
import { judge } from '../../chaos/judge/judge.ts'
import { startOf } from '../../chaos/program/intents.ts'
import { BLANK_RECORD } from '../../core/records/sleep-record.ts'
import type { Tap } from '../../core/records/taps.ts'

const night = { ...BLANK_RECORD, ...startOf(1), id: 'night', user_id: 'carer' }
const waking = (id: string, time: string): Tap => ({ id, kind: 'wake_ups', time })
const [mine, theirs] = [waking('mine', '00:02'), waking('theirs', '00:03')]
const stored = (rowId: string | null) => ({ kind: 'stored', rowId, unchanged: [], isShown: true }) as const

let ops = 0
function effect(kind: Effect['kind'], row: Row): Effect {
  ops += 1
  return { table: 'sleep_records', kind, rowId: row.id, opId: `op-${ops}`, row }
}
const begun = () => effect('INSERT', night)
const tapped = (wake_ups: number, ...taps: Tap[]) => effect('UPDATE', { ...night, wake_ups, taps })

/** Lets two phones tap the same night; with `isUndone` the first phone takes its own tap back. */
function bothTapped(isUndone = false): History {
  const history = new History()
  history.end(history.begin(0, 1, { do: 'start', draft: startOf(1) }), stored('night'))
  for (const [phone, tap] of [mine, theirs].entries()) {
    const command = { do: 'tap', id: 'night', kind: tap.kind, time: tap.time } as const
    const deed = history.begin(phone === 0 ? 0 : 1, phone + 2, command)
    history.end(deed, { ...stored('night'), tapped: tap })
  }
  if (isUndone) history.end(history.begin(0, 4, { do: 'untap', id: 'night', tap: mine }), stored('night'))
  return history
}

function found(history: History, effects: readonly Effect[]) {
  const rows = new Map(effects.flatMap(({ row }) => (row === null ? [] : [[row.id, row] as const])))
  const { lost, doubled, differing, broken } = judge({
    history,
    effects,
    finalRows: [...rows.values()],
    views: [],
    differing: [],
  })
  return { lost: lost.length, doubled: doubled.length, differing: differing.length, broken: broken.length }
}
const NOTHING = { lost: 0, doubled: 0, differing: 0, broken: 0 }

test.describe('the judge of taps', () => {
  test('finds nothing where both add up, or one is taken back', () => {
    const both = [begun(), tapped(1, mine), tapped(2, mine, theirs)]
    expect(found(bothTapped(), both)).toEqual(NOTHING)
    expect(found(bothTapped(true), [...both, tapped(1, theirs)])).toEqual(NOTHING)
  })

  test('finds one that was lost', () => {
    expect(found(bothTapped(), [begun(), tapped(1, mine)])).toMatchObject({ lost: 1 })
  })

  test('finds one that counted twice, or not at all', () => {
    const [start, first] = [begun(), tapped(1, mine)]
    expect(found(bothTapped(), [start, first, tapped(3, mine, theirs)])).toMatchObject({ differing: 1 })
    expect(found(bothTapped(), [start, first, tapped(1, mine, theirs)])).toMatchObject({ differing: 1 })
    const again = tapped(3, mine, theirs, waking('again', '00:03'))
    expect(found(bothTapped(), [start, first, tapped(2, mine, theirs), again])).toMatchObject({ doubled: 1 })
  })

  test('finds one that is still there, or that took its count along', () => {
    const both = [begun(), tapped(1, mine), tapped(2, mine, theirs)]
    expect(found(bothTapped(true), both)).toMatchObject({ lost: 1, doubled: 1 })
    expect(found(bothTapped(true), [...both, tapped(2, theirs)])).toMatchObject({ differing: 1 })
  })
})

test('the judge finds a rebuilt day that was stored by half', () => {
  const drafts = [10, 300].map((minute) => ({ ...BLANK_RECORD, ...startOf(minute), time: '00:05' }))
  const history = new History()
  // The page died while the rebuilt day was being stored, so all of it may be there, or nothing.
  history.begin(0, 5, { do: 'rebuild', drafts })
  const [first, second] = drafts.map((draft, index) =>
    effect('INSERT', { ...draft, id: `nap-${index}`, user_id: 'carer' }),
  )
  if (first === undefined || second === undefined) throw new Error('A nap is missing')
  expect(found(history, [])).toEqual(NOTHING)
  expect(found(history, [first, second])).toEqual(NOTHING)
  expect(found(history, [first])).toMatchObject({ broken: 1 })
})
