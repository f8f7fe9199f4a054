import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { siesta } from '../../core/testing/records.ts'
import {
  type Change,
  changedFields,
  type Entry,
  type EntryState,
  inCalls,
  overlay,
  sendable,
  superseded,
  withLater,
} from './outbox.ts'

const nap = { ...siesta('2025-08-11', '13:05'), id: 'nap' }
const waiting: EntryState = { kind: 'waiting' }
const sent: EntryState = { kind: 'sent' }
const refused: EntryState = { kind: 'refused', message: 'no' }

function entry(seq: number, change: Change<'sleep_records'>, state = waiting): Entry<'sleep_records'> {
  return { ...change, seq, opId: `op-${seq}`, state }
}
function insert(body = nap): Change<'sleep_records'> {
  return { kind: 'insert', table: 'sleep_records', rowId: body.id, body }
}
function patch(body: Partial<SleepRecord>, rowId = nap.id): Change<'sleep_records'> {
  return { kind: 'patch', table: 'sleep_records', rowId, body }
}
const merged: Change<'sleep_records'> = {
  kind: 'delete',
  table: 'sleep_records',
  rowId: 'drop',
  body: null,
  mergedInto: { id: nap.id, was: { ...nap, id: 'drop' } },
}
const remove: Change<'sleep_records'> = { kind: 'delete', table: 'sleep_records', rowId: nap.id, body: null }

describe('overlay', () => {
  it('shows what this phone did over what the server has', () => {
    expect(overlay(null, [entry(1, insert())])).toEqual(nap)
    expect(overlay(nap, [entry(1, patch({ end_time: '14:00' })), entry(2, patch({ feedings: 1 }))])).toEqual({
      ...nap,
      end_time: '14:00',
      feedings: 1,
    })
    expect(overlay(nap, [entry(1, patch({ feedings: 1 })), entry(2, remove)])).toBeNull()
  })

  it('leaves to the server a row whose insert has come back', () => {
    const corrected = { ...nap, start_time: '13:10' }
    expect(overlay(corrected, [entry(1, insert(), sent)])).toEqual(corrected)
  })

  it('keeps a sent change on show until its row comes back, and a refused one until it is given up', () => {
    expect(overlay(nap, [entry(1, patch({ feedings: 2 }), sent)])?.feedings).toBe(2)
    expect(overlay(nap, [entry(1, patch({ feedings: 2 }), refused)])?.feedings).toBe(2)
  })

  it('shows the row again when its delete was refused', () => {
    expect(overlay(nap, [entry(1, remove, refused)])).toEqual(nap)
  })

  it('has nothing to show for an edit of a row that is gone', () => {
    expect(overlay(null, [entry(1, patch({ feedings: 1 }))])).toBeNull()
  })
})

describe('sendable', () => {
  it('holds back what was made on top of a refused change, and only that', () => {
    const other = { ...nap, id: 'other' }
    const entries = [
      entry(1, insert(), refused),
      entry(2, insert(other)),
      entry(3, patch({ feedings: 1 })),
      entry(4, patch({ feedings: 1 }, 'other'), sent),
      entry(5, patch({ feedings: 2 }, 'other')),
    ]
    expect(sendable(entries).map(({ seq }) => seq)).toEqual([2, 5])
  })

  it('sends what came before a refused change of the same row', () => {
    expect(sendable([entry(1, insert()), entry(2, patch({ feedings: 1 }), refused)])).toHaveLength(1)
  })

  it('deletes no entry that was merged into one whose change was refused', () => {
    const [patched, dropped] = [patch({ feedings: 1 }), entry(3, merged)]
    expect(sendable([entry(1, patched, refused), dropped])).toEqual([])
    expect(sendable([entry(1, patched, refused), entry(2, patched), dropped])).toEqual([])
    expect(sendable([entry(1, patched), entry(2, patch({}, 'other'), refused), dropped])).toHaveLength(2)
  })

  it('tells rows of two tables apart that have the same id', () => {
    const refusedBaby: Entry = {
      kind: 'patch',
      table: 'baby_info',
      rowId: 'carer',
      body: { name: '' },
      seq: 1,
      opId: 'op-1',
      state: refused,
    }
    const plan: Entry = {
      ...refusedBaby,
      table: 'sleep_plans',
      body: { reminders: true },
      seq: 2,
      state: waiting,
    }
    expect(sendable([refusedBaby, plan]).map(({ seq }) => seq)).toEqual([2])
  })
})

describe('inCalls', () => {
  const imported = (seq: number) => {
    const change: Change<'sleep_records'> = {
      kind: 'insert',
      table: 'sleep_records',
      rowId: `i${seq}`,
      body: { ...nap, id: `i${seq}` },
      mayExist: true,
    }
    return entry(seq, change)
  }
  const seqs = (calls: Entry[][]) => calls.map((call) => call.map(({ seq }) => seq))

  it('sends each change alone, and neighbouring rows of an import together, in order', () => {
    const entries = [
      entry(1, insert()),
      entry(2, insert({ ...nap, id: 'other' })),
      imported(3),
      imported(4),
      entry(5, patch({ feedings: 1 }, 'i3')),
      imported(6),
    ]
    expect(seqs(inCalls(entries))).toEqual([[1], [2], [3, 4], [5], [6]])
  })

  it('keeps a call small', () => {
    const calls = inCalls(Array.from({ length: 250 }, (_, index) => imported(index + 1)))
    expect(calls.map((call) => call.length)).toEqual([100, 100, 50])
  })
})

describe('withLater', () => {
  it('is the change and the later ones on its row', () => {
    const entries = [
      entry(1, patch({ feedings: 1 })),
      entry(2, patch({ feedings: 500 }), refused),
      entry(3, patch({ feedings: 2 }, 'other')),
      entry(4, patch({ quality: 'buena' })),
    ]
    expect(withLater(entries, [2]).map(({ seq }) => seq)).toEqual([2, 4])
  })

  it('is that for each of several', () => {
    const entries = [
      entry(1, patch({ feedings: 500 }, 'one'), refused),
      entry(2, patch({ feedings: 1 }, 'other')),
      entry(3, patch({ feedings: 1 }, 'one')),
      entry(4, patch({ feedings: 500 }, 'other'), refused),
    ]
    expect(withLater(entries, [4, 1]).map(({ seq }) => seq)).toEqual([1, 3, 4])
  })

  it('is also the deletion of what was merged into its row', () => {
    const entries = [entry(1, patch({ feedings: 500 }), refused), entry(2, merged), entry(3, insert())]
    expect(withLater(entries, [1]).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(withLater(entries, [2]).map(({ seq }) => seq)).toEqual([2])
  })

  it('is nothing when the change is gone already', () => {
    expect(withLater([entry(1, insert())], [7])).toEqual([])
  })
})

describe('superseded', () => {
  it('takes the deletion with it that waited behind a refused change of a row that is gone', () => {
    const deletion = entry(2, merged)
    const gone = [{ table: 'sleep_records' as const, id: nap.id }]
    const entries = [entry(1, patch({ feedings: 1 }), refused), deletion]
    expect(superseded(entries, [], gone)).toEqual(entries)
    expect(superseded(entries, [], [])).toEqual([])
    expect(superseded([deletion], [], gone)).toEqual([])
  })

  it('is what the server had before the download, and everything on rows deleted elsewhere', () => {
    const entries = [
      entry(1, patch({ feedings: 1 }, 'here'), sent),
      entry(2, patch({ feedings: 2 }, 'here')),
      entry(3, patch({ feedings: 500 }, 'gone'), refused),
      entry(4, patch({ feedings: 1 }, 'gone')),
    ]
    const deleted = [{ table: 'sleep_records' as const, id: 'gone' }]
    expect(superseded(entries, [1], deleted).map(({ seq }) => seq)).toEqual([1, 3, 4])
  })
})

describe('changedFields', () => {
  it('is only what differs, lists compared by content', () => {
    const row: SleepRecord = { ...nap, disturbances: ['fever'], quality: 'buena' }
    expect(changedFields(row, { ...row, disturbances: ['fever'], quality: null, end_time: '14:00' })).toEqual(
      {
        quality: null,
        end_time: '14:00',
      },
    )
    expect(changedFields(row, { disturbances: ['fever', 'teething'] })).toEqual({
      disturbances: ['fever', 'teething'],
    })
  })
})
