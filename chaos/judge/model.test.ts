import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import type { Command, Outcome } from '../program/commands.ts'
import type { Deed } from './history.ts'
import { Model } from './model.ts'
import { noFindings } from './verdict.ts'

// A record's time says which change wrote it last: the judge finds the change by it.
const USER_ID = '19e99dbb-77e9-4817-bfcb-a129178f5dec'
const NIGHT: Omit<SleepRecord, 'id'> = {
  user_id: USER_ID,
  date: '2025-08-01',
  type: 'noche',
  start_time: '17:44',
  end_time: null,
  time: '00:01',
  duration: 1138,
  wake_ups: 6,
  quality: null,
  disturbances: [],
  feedings: 79,
  diaper_changes: 22,
  taps: [],
}
const ID = 'ffcb8eb3-6ba0-4cee-8724-4798bfb8c316'
const DROPPED_ID = '3f0c8c56-18f2-47d3-9b4a-0f4d77d5b2ce'
const IMPORTED_ID = 'c4f3c2f6-b5c8-50ff-8561-b503d0ab3390'
const TAP = { id: '6d67eca6-54f3-482e-9cf5-a1380153a0f0', kind: 'wake_ups', time: '00:03' } as const

describe('an edit whose record another phone deletes', () => {
  it('is lost when the phone says nothing of it', () => {
    expect(lostWithImport(null)).toEqual([
      `vencido por un borrado sin decirlo: #2 del móvil 0 en ${ID}`,
      `vencido por un borrado sin decirlo: #3 del móvil 0 en ${ID}`,
      `vencido por un borrado sin decirlo: #4 del móvil 0 en ${ID}`,
    ])
  })

  it('needs no word when a copy that was exported after it is imported by the other phone', () => {
    const edited = { ...NIGHT, date: '2025-07-30', time: '00:04', wake_ups: 7, taps: [TAP] }
    expect(lostWithImport(edited)).toEqual([])
  })

  it('is lost when the copy that comes back says less than the phone had noted', () => {
    const withoutTap = { ...NIGHT, date: '2025-07-30', time: '00:04' }
    expect(lostWithImport(withoutTap)).toContain(
      `vencido por un borrado sin decirlo: #3 del móvil 0 en ${ID}`,
    )
  })
})

describe('a tap whose record another phone deletes', () => {
  const judged = (...after: Deed[]) => {
    const verdict = noFindings()
    const { user_id: _, ...draft } = NIGHT
    const model = new Model(
      [
        deed(1, 0, { do: 'add', draft }),
        deed(2, 1, { do: 'tap', id: ID, kind: 'wake_ups', time: '00:02' }, { tapped: TAP }),
        ...after,
        deed(4, 0, { do: 'delete', id: ID }),
      ],
      verdict,
      [],
    )
    const table = 'sleep_records'
    model.take({ table, kind: 'INSERT', rowId: ID, opId: 'add', row: { ...NIGHT, id: ID } })
    model.take({ table, kind: 'DELETE', rowId: ID, opId: null, row: null })
    model.judgeLost([])
    return verdict.lost
  }

  it('is lost when the phone says nothing of it', () => {
    expect(judged()).toEqual([`vencido por un borrado sin decirlo: #2 del móvil 1 en ${ID}`])
  })

  it('needs no word when the same phone took it back before, in whichever tab', () => {
    expect(judged(deed(3, 1, { do: 'untap', id: ID, tap: TAP }))).toEqual([])
    expect(judged(deed(3, 0, { do: 'untap', id: ID, tap: TAP }))).toHaveLength(1)
  })
})

describe('two phones that merge the same twins', () => {
  it('are one merge, whose undo doesn’t make the next one a stranger', () => {
    const verdict = noFindings()
    const keep: SleepRecord = { ...NIGHT, id: ID, wake_ups: 0 }
    const drop: SleepRecord = { ...NIGHT, id: DROPPED_ID, time: '00:02', wake_ups: 3, taps: [TAP] }
    const twins = { keep, drop }
    const merged = { fields: { wake_ups: 3, taps: [TAP] }, kept: keep, was: drop }
    const { id: _, user_id: __, ...kept } = keep
    const { id: ___, user_id: ____, ...dropped } = drop
    const deeds = [
      deed(1, 0, { do: 'add', draft: kept }),
      deed(2, 0, { do: 'add', draft: dropped }, { rowId: DROPPED_ID }),
      deed(3, 0, { do: 'merge', ...twins }, { merged }),
      deed(4, 1, { do: 'merge', ...twins }, { merged }),
      deed(5, 1, { do: 'merge', ...twins }, { merged }),
      deed(6, 0, { do: 'separate', ...twins }, { separated: { fields: { wake_ups: 0, taps: [] } } }),
    ]
    const model = new Model(deeds, verdict, [])
    const effect = (kind: 'INSERT' | 'UPDATE', opId: string, row: SleepRecord) =>
      model.take({ table: 'sleep_records', kind, rowId: row.id, opId, row: { ...row } })
    effect('INSERT', 'keep', keep)
    effect('INSERT', 'drop', drop)
    const filled = { ...keep, wake_ups: 3 }
    const whole = { ...filled, taps: [TAP] }
    effect('UPDATE', 'fields of 3', filled)
    effect('UPDATE', 'fields of 4, which are there', filled)
    effect('UPDATE', 'tap of 3', whole)
    effect('UPDATE', 'tap of 4, which is there', whole)
    effect('UPDATE', 'tap of 6', filled)
    effect('UPDATE', 'fields of 6', keep)
    effect('UPDATE', 'fields of 5', filled)
    effect('UPDATE', 'tap of 5', whole)
    expect(verdict).toEqual(noFindings())
  })
})

it('a merge takes away a record whose logger its phone knew, and its undo brings it back', () => {
  const verdict = noFindings()
  const [keep, drop] = [
    { ...NIGHT, id: ID },
    { ...NIGHT, id: DROPPED_ID, time: '00:02' },
  ]
  const known = { ...drop, logged_by: null }
  const merged = { fields: {}, kept: keep, was: known }
  const back = { ...drop, id: IMPORTED_ID, time: '00:04' }
  const deeds = [
    deed(1, 0, { do: 'add', draft: keep }),
    deed(2, 0, { do: 'add', draft: drop }, { rowId: DROPPED_ID }),
    deed(3, 0, { do: 'merge', keep, drop }, { merged }),
    deed(4, 0, { do: 'separate', keep, drop: { ...known, time: '00:04' } }, { separated: { fields: {} } }),
  ]
  const model = new Model(deeds, verdict, [])
  const table = 'sleep_records'
  for (const row of [keep, drop]) model.take({ table, kind: 'INSERT', rowId: row.id, opId: row.id, row })
  model.take({ table, kind: 'DELETE', rowId: DROPPED_ID, opId: null, row: null })
  model.take({ table, kind: 'INSERT', rowId: IMPORTED_ID, opId: 'undo', row: back })
  expect(verdict).toEqual(noFindings())
})

/** What the judge calls lost after two edits and a tap on one phone, a deletion and perhaps an import on another. */
function lostWithImport(imported: Omit<SleepRecord, 'id'> | null): string[] {
  const verdict = noFindings()
  const { user_id: _, ...draft } = NIGHT
  const { user_id: __, ...record } = imported ?? NIGHT
  const added = imported === null ? [] : [{ ...imported, id: IMPORTED_ID }]
  const file = { name: 'export.json', text: '', rows: [{ id: ID, record }] }
  const deeds = [
    deed(1, 0, { do: 'add', draft }),
    deed(2, 0, { do: 'edit', id: ID, patch: { time: '00:02' } }),
    deed(3, 0, { do: 'tap', id: ID, kind: 'wake_ups', time: '00:03' }, { tapped: TAP }),
    deed(4, 0, { do: 'edit', id: ID, patch: { date: '2025-07-30', time: '00:04' } }),
    deed(5, 1, { do: 'delete', id: ID }),
    ...(imported === null ? [] : [deed(6, 1, { do: 'import', file }, { imported: { before: [], added } })]),
  ]
  const model = new Model(deeds, verdict, [])
  const table = 'sleep_records'
  model.take({ table, kind: 'INSERT', rowId: ID, opId: 'add', row: { ...NIGHT, id: ID } })
  model.take({ table, kind: 'DELETE', rowId: ID, opId: null, row: null })
  for (const row of added) model.take({ table, kind: 'INSERT', rowId: row.id, opId: 'import', row })
  model.judgeLost([])
  const { lost, ...others } = verdict
  expect(others).toEqual({ doubled: [], outOfOrder: [], differing: [], broken: [], seen: [] })
  return lost
}

function deed(
  mark: number,
  phone: 0 | 1,
  command: Command,
  seen: Partial<Extract<Outcome, { kind: 'stored' }>> = {},
): Deed {
  const outcome: Outcome = { kind: 'stored', rowId: ID, unchanged: [], isShown: true, ...seen }
  return { mark, phone, command, outcome, begunAt: 2 * mark, endedAt: 2 * mark + 1 }
}
