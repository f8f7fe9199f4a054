import { chromium, expect, test } from '@playwright/test'
import type { RecordDraft } from '../../app/changes/changes.ts'
import type { Effect } from '../../chaos/judge/effect-log.ts'
import { History } from '../../chaos/judge/history.ts'
import { judge } from '../../chaos/judge/judge.ts'
import type { View } from '../../chaos/program/commands.ts'
import { fileOf } from '../../chaos/program/files.ts'
import { startOf } from '../../chaos/program/intents.ts'
import { openWorld } from '../../chaos/world/chaos.ts'
import { failureLines } from '../../chaos/world/report.ts'
import { hasPassed } from '../../chaos/world/result.ts'
import { BLANK_RECORD, type SleepRecord } from '../../core/records/sleep-record.ts'
import { presentBrowser } from '../../scripts/programs.mjs'

/** A family's and one account's are played, and then more until `ENOUGH_MS` is over; `npm run chaos` goes on. */
const SEEDS = [6, 633, 475, 304]
const AT_LEAST = 2
const ENOUGH_MS = 25_000

test('nothing is lost, doubled or reordered, whatever happens to phones, line and server', async () => {
  test.setTimeout(300_000)
  const world = await openWorld(presentBrowser() ?? chromium.executablePath())
  const begunAt = performance.now()
  try {
    for (const [index, seed] of SEEDS.entries()) {
      if (index >= AT_LEAST && performance.now() - begunAt > ENOUGH_MS) return
      const result = await world.run(seed)
      expect(hasPassed(result), failureLines(result).join('\n')).toBe(true)
    }
  } finally {
    await world.close()
  }
})

const EMPTY_VIEW: View = {
  isSignedIn: true,
  place: null,
  isReady: true,
  loadFailed: false,
  pending: 0,
  refused: [],
  baby: null,
  plan: null,
  records: [],
  lost: [],
  vanished: [],
  returned: [],
  errors: [],
}
const nap = (mark: number): RecordDraft => ({ ...BLANK_RECORD, ...startOf(mark) })
const stored = (rowId: string | null) => ({ kind: 'stored', rowId, unchanged: [], isShown: true }) as const

function inserted(rowId: string, draft: RecordDraft): Effect {
  const row = { ...draft, id: rowId, user_id: 'carer' }
  return { table: 'sleep_records', kind: 'INSERT', rowId, opId: `op of ${rowId}`, row }
}

function deleted(rowId: string): Effect {
  return { table: 'sleep_records', kind: 'DELETE', rowId, opId: null, row: null }
}

/** Asks the judge about a history whose server ends with the rows that these effects leave. */
function judgement(history: History, effects: readonly Effect[], lost: readonly SleepRecord[] = []) {
  const gone = new Set(effects.flatMap(({ kind, rowId }) => (kind === 'DELETE' ? rowId : [])))
  const finalRows = effects.flatMap(({ row }) => (row === null || gone.has(row.id) ? [] : row))
  const view = { ...EMPTY_VIEW, lost }
  return judge({ history, effects, finalRows, views: [{ name: 'a0', phone: 0, view }], differing: [] })
}

/** Begins two naps on one phone, one after the other; `pick` says what the server made of them. */
function evidence(pick: (first: Effect, second: Effect) => Effect[]) {
  const history = new History()
  for (const mark of [1, 2]) {
    history.end(history.begin(0, mark, { do: 'start', draft: startOf(mark) }), stored(`row-${mark}`))
  }
  return judgement(history, pick(inserted('row-1', nap(1)), inserted('row-2', nap(2))))
}

test.describe('the judge', () => {
  test('finds nothing where nothing is wrong', () => {
    const verdict = evidence((first, second) => [first, second])
    expect(Object.values(verdict).flat()).toEqual([])
  })

  test('finds what was lost', () => {
    expect(evidence((first) => [first]).lost).toHaveLength(1)
  })

  test('finds what was done twice, under another id too', () => {
    const again = (first: Effect): Effect => ({ ...first, rowId: 'row-3', opId: 'op-3' })
    expect(evidence((first, second) => [first, second, again(first)]).doubled).toHaveLength(1)
  })

  test('finds what overtook', () => {
    expect(evidence((first, second) => [second, first]).outOfOrder).toHaveLength(1)
  })

  test('finds a value nobody entered', () => {
    const bent = (effect: Effect): Effect => ({
      ...effect,
      row: { ...effect.row, id: effect.rowId, wake_ups: 3 },
    })
    expect(evidence((first, second) => [bent(first), second]).differing).not.toEqual([])
  })
})

test.describe('the judge of an import', () => {
  const drafts = [nap(61), nap(75)]
  const file = fileOf('two naps', 'json', drafts)
  /** An import derives the id of each row from the file, which makes it one of version 5. */
  const ids = ['00000000-0000-5000-8000-000000000001', '00000000-0000-5000-8000-000000000002']
  const rows = drafts.map((draft, index) => inserted(ids[index] ?? '', draft))

  function imported(count: number): History {
    const history = new History()
    const added = drafts.slice(0, count).map((draft, index) => recordOf(ids[index] ?? '', draft))
    const outcome = { ...stored(null), imported: { before: [], added } }
    history.end(history.begin(0, 1, { do: 'import', file }), outcome)
    return history
  }

  test('finds nothing where every row arrived', () => {
    expect(Object.values(judgement(imported(2), rows)).flat()).toEqual([])
  })

  test('finds a row that was left out, or that never arrived', () => {
    expect(judgement(imported(1), rows.slice(0, 1)).lost).toHaveLength(1)
    expect(judgement(imported(2), rows.slice(0, 1)).lost).toHaveLength(1)
  })

  test('finds a row that came in twice, unless the first was deleted', () => {
    const history = imported(2)
    const id = '00000000-0000-5000-8000-000000000003'
    const added = [recordOf(id, nap(61))]
    const again = { ...stored(null), imported: { before: [], added } }
    const second = fileOf('one of them', 'json', [nap(61)])
    const deed = history.begin(0, 2, { do: 'import', file: { ...second, rows: file.rows.slice(0, 1) } })
    history.end(deed, again)
    expect(judgement(history, [...rows, inserted(id, nap(61))]).doubled).toHaveLength(1)
    history.end(history.begin(0, 3, { do: 'delete', id: ids[0] ?? '' }), stored(ids[0] ?? ''))
    const effects = [...rows, deleted(ids[0] ?? ''), inserted(id, nap(61))]
    expect(judgement(history, effects).doubled).toEqual([])
  })
})

test.describe('the judge of a deletion that beat an edit', () => {
  const record = recordOf('row-1', { ...nap(1), wake_ups: 3, time: '00:02' })

  function beaten(): History {
    const history = new History()
    history.end(history.begin(1, 1, { do: 'start', draft: startOf(1) }), stored('row-1'))
    const patch = { wake_ups: 3, time: '00:02' }
    history.end(history.begin(0, 2, { do: 'edit', id: 'row-1', patch }), stored('row-1'))
    history.end(history.begin(1, 3, { do: 'delete', id: 'row-1' }), stored('row-1'))
    return history
  }
  const effects = [inserted('row-1', nap(1)), deleted('row-1')]

  test('finds that the phone said nothing, or not all', () => {
    expect(Object.values(judgement(beaten(), effects, [record])).flat()).toEqual([])
    expect(judgement(beaten(), effects).lost).toHaveLength(1)
    expect(judgement(beaten(), effects, [{ ...record, wake_ups: 0 }]).lost).toHaveLength(1)
  })

  test('finds what was recovered twice, or not at all', () => {
    const history = beaten()
    for (const mark of [4, 5]) {
      const command = { do: 'recover', record: { ...record, time: `00:0${mark}` } } as const
      history.end(history.begin(0, mark, command), stored(`row-${mark}`))
    }
    const recovered = (mark: number) =>
      inserted(`row-${mark}`, { ...nap(1), wake_ups: 3, time: `00:0${mark}` })
    expect(Object.values(judgement(history, [...effects, recovered(4)])).flat()).toEqual([])
    expect(judgement(history, [...effects, recovered(4), recovered(5)]).doubled).toHaveLength(1)
    expect(judgement(history, effects).lost).toHaveLength(2)
  })
})

test('the judge finds a merge that was taken back by half', () => {
  const history = new History()
  const [keep, drop] = [recordOf('row-1', nap(1)), recordOf('row-2', { ...nap(2), feedings: 4 })]
  for (const mark of [1, 2]) {
    history.end(history.begin(0, mark, { do: 'start', draft: startOf(mark) }), stored(`row-${mark}`))
  }
  const separate = { do: 'separate', keep, drop: { ...drop, time: '00:03' } } as const
  const outcome = { ...stored('row-3'), separated: { fields: { feedings: 0 } } }
  history.end(history.begin(0, 3, separate), outcome)
  const begun = [inserted('row-1', { ...nap(1), feedings: 4 }), inserted('row-2', nap(2))]
  const changedBack: Effect = { ...inserted('row-1', nap(1)), kind: 'UPDATE', opId: 'op of the undo' }
  const addedAgain = inserted('row-3', separate.drop)
  expect(judgement(history, [...begun, changedBack]).lost).toHaveLength(1)
  expect(judgement(history, [...begun, addedAgain]).lost).toHaveLength(1)
  expect(judgement(history, [...begun, changedBack, addedAgain]).lost).toEqual([])
})

function recordOf(id: string, draft: RecordDraft): SleepRecord {
  return { ...draft, id, user_id: 'carer' }
}
