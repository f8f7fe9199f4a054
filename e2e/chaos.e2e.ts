import { expect, test } from '@playwright/test'
import { openWorld } from '../chaos/chaos.ts'
import type { Effect } from '../chaos/effect-log.ts'
import { History } from '../chaos/history.ts'
import { startOf } from '../chaos/intents.ts'
import { failureLines, hasPassed } from '../chaos/report.ts'
import { judge } from '../chaos/verdict.ts'

/** Played until the time is over, at least one; `npm run chaos` goes on with more. */
const SEEDS = [301, 307, 329, 335]
const ENOUGH_MS = 25_000

test('nothing is lost, doubled or reordered, whatever happens to phones, line and server', async () => {
  test.setTimeout(180_000)
  const world = await openWorld(process.env.CHROMIUM_PATH ?? '/usr/bin/chromium')
  const begunAt = performance.now()
  try {
    for (const seed of SEEDS) {
      const result = await world.run(seed)
      expect(hasPassed(result), failureLines(result).join('\n')).toBe(true)
      if (performance.now() - begunAt > ENOUGH_MS) return
    }
  } finally {
    await world.close()
  }
})

/** Two naps begun on one phone, one after the other, and what the server made of them. */
function evidence(pick: (first: Effect, second: Effect) => Effect[]) {
  const history = new History()
  const effects = [1, 2].map((mark): Effect => {
    const rowId = `row-${mark}`
    const draft = startOf(mark)
    history.end(history.begin(0, mark, { do: 'start', draft }), {
      kind: 'stored',
      rowId,
      unchanged: [],
      isShown: true,
    })
    const begun = { end_time: null, time: null, duration: null, wake_ups: 0, quality: null }
    const counts = { disturbances: [], feedings: 0, diaper_changes: 0 }
    const row = { ...draft, ...begun, ...counts, id: rowId, user_id: 'carer' }
    return { table: 'sleep_records', kind: 'INSERT', rowId, opId: `op-${mark}`, row }
  })
  const [first, second] = effects
  if (first === undefined || second === undefined) throw new Error('There are two')
  const chosen = pick(first, second)
  const finalRows = chosen.flatMap(({ row }) => row ?? [])
  return judge({ history, effects: chosen, finalRows, views: [], differing: [] })
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
