import { expect, it } from 'vitest'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { siesta } from '../../core/testing/records.ts'
import { onlyUnsent } from './only-unsent.ts'
import type { Change, Entry, EntryState } from './outbox.ts'
import { NOTHING_REMEMBERED } from './phone-memory.ts'
import type { Snapshot } from './row-cache.ts'

const july = { ...siesta('2025-07-11', '13:05', '14:05'), id: 'july' }
const [nap, other] = ['nap', 'other'].map((id) => ({ ...siesta('2025-08-11', '13:05', '14:05'), id }))
const baby = { id: 'user', user_id: 'user', name: 'Lucía', birth_date: '2025-01-05', birth_date_known: true }
const plan = { id: 'user', user_id: 'user', ...DEFAULT_PLAN }

const WAITING: EntryState = { kind: 'waiting' }
const SENT: EntryState = { kind: 'sent' }
const REFUSED: EntryState = { kind: 'refused', message: 'No' }

function entry(
  seq: number,
  rowId: string,
  state: EntryState,
  table: Change['table'] = 'sleep_records',
): Entry {
  return { seq, opId: `op-${seq}`, kind: 'patch', table, rowId, body: {}, state }
}

function holding(entries: readonly Entry[], memory = NOTHING_REMEMBERED): Snapshot {
  return {
    cursor: 12,
    isPartial: false,
    restores: [],
    memory,
    entries,
    babies: [baby],
    plans: [plan],
    months: [
      { month: '2025-07', records: [july] },
      { month: '2025-08', records: [nap, other].flatMap((record) => record ?? []) },
    ],
  }
}

const NOTHING = {
  count: 0,
  cursor: null,
  isPartial: false,
  restores: [],
  memory: NOTHING_REMEMBERED,
  entries: [],
  babies: [],
  plans: [],
  months: [],
}

it.each([
  ['nothing waits', []],
  ['all is sent, though no download has brought it yet', [entry(1, 'nap', SENT)]],
])('leaves nothing when %s', (_, entries) => {
  expect(onlyUnsent(holding(entries, { ...NOTHING_REMEMBERED, edited: ['nap'] }))).toEqual(NOTHING)
})

it.each([
  ['waits', WAITING],
  ['was refused', REFUSED],
])('leaves a change that %s, with its row and what was sent of it before', (_, state) => {
  const entries = [entry(1, 'nap', SENT), entry(2, 'other', SENT), entry(3, 'nap', state)]
  expect(onlyUnsent(holding(entries))).toEqual({
    ...NOTHING,
    count: 1,
    memory: { ...NOTHING_REMEMBERED, edited: ['other', 'nap'] },
    entries: [entries[0], entries[2]],
    months: [{ month: '2025-08', records: [nap] }],
  })
})

it('counts rows, and tells the baby from the plan, whose ids are the same', () => {
  const entries = [entry(1, 'user', WAITING, 'sleep_plans'), entry(2, 'user', WAITING, 'sleep_plans')]
  expect(onlyUnsent(holding(entries))).toEqual({ ...NOTHING, count: 1, entries, plans: [plan] })
})

it('leaves what was deleted elsewhere and the carer hasn’t seen gone', () => {
  const memory = { ...NOTHING_REMEMBERED, lost: [july] }
  expect(onlyUnsent(holding([], memory))).toEqual({ ...NOTHING, count: 1, memory })
})
