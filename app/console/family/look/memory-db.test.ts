import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { DEFAULT_PLAN } from '../../../../core/plan/plan.ts'
import type { SleepRecord } from '../../../../core/records/sleep-record.ts'
import { recordOf } from '../../../../core/testing/records.ts'
import { MADRID } from '../../../../core/time/zone.ts'
import type { Download } from '../../../local/download.ts'
import { type LocalDb, openLocalDb } from '../../../local/local-db.ts'
import { newEntry } from '../../../local/outbox.ts'
import { openMemoryDb } from './memory-db.ts'

beforeAll(() => {
  vi.stubGlobal('localStorage', { length: 0 })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const DATES = ['2025-06-30', '2025-07-01', '2025-07-31', '2025-08-11']
const id = fc.constantFrom('a', 'b', 'c', 'd')

/** What a server may send at once, of few rows, so that they change, move and go. */
const download = fc.record({
  isLate: fc.integer({ max: 9, min: 0 }).map((dice) => dice === 0),
  records: fc.uniqueArray(
    fc.record({ id, date: fc.constantFrom(...DATES), feedings: fc.nat(3), isGone: fc.boolean() }),
    { selector: (change) => change.id },
  ),
  babies: fc.uniqueArray(fc.record({ id, name: fc.string({ maxLength: 3 }), isGone: fc.boolean() }), {
    selector: (change) => change.id,
  }),
  plans: fc.uniqueArray(fc.record({ id, naps_count: fc.constantFrom(2, 3, 4), isGone: fc.boolean() }), {
    selector: (change) => change.id,
  }),
})
type Sent = typeof download extends fc.Arbitrary<infer T> ? T : never

function downloadOf(sent: Sent, from: number | null, known: ReadonlyMap<string, SleepRecord>): Download {
  const gone = sent.records.filter(({ isGone }) => isGone)
  return {
    from: sent.isLate ? -1 : from,
    to: (from ?? 0) + 1,
    records: sent.records.map(({ isGone, ...about }) => ({
      id: about.id,
      row: isGone ? null : { ...recordOf('siesta', about.date), ...about },
    })),
    babies: sent.babies.map(({ isGone, ...about }) => ({
      id: about.id,
      row: isGone ? null : { ...about, user_id: 'u1', birth_date: '2025-01-05', birth_date_known: true },
    })),
    plans: sent.plans.map(({ isGone, ...about }) => ({
      id: about.id,
      row: isGone ? null : { ...DEFAULT_PLAN, ...about, user_id: 'u1' },
    })),
    deleted: gone.map((row) => ({ table: 'sleep_records', id: row.id })),
    acceptedSeqs: [],
    restores: [],
    putBack: null,
    knownRestores: [],
    known: (key) => known.get(key),
    zone: MADRID,
  }
}

async function told(db: LocalDb): Promise<unknown> {
  return {
    whole: await db.read('all'),
    recent: await db.read({ from: '2025-07' }),
    named: await db.read(['2025-08', '2024-01', '2025-06']),
    names: await db.monthNames(),
    deleted: (await db.deletedIds()).sort(),
  }
}

let opened = 0

it('tells after any downloads what a phone’s database tells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(download, { maxLength: 8 }), async (program) => {
      opened += 1
      const [phone, memory] = [await openLocalDb(`any-${opened}`, () => {}), openMemoryDb()]
      const known = new Map<string, SleepRecord>()
      for (const sent of program) {
        const { cursor } = await phone.read([])
        const next = downloadOf(sent, cursor, known)
        const touched = await phone.apply(next)
        expect(await memory.apply(next)).toEqual(touched)
        expect(await told(memory)).toEqual(await told(phone))
        if (touched === null) continue
        for (const change of next.records) {
          if (change.row === null) known.delete(change.id)
          else known.set(change.id, change.row)
        }
      }
      phone.close()
      memory.close()
    }),
    { numRuns: 60 },
  )
})

it('takes nothing that is written here, and tells nothing once it is closed', async () => {
  const db = openMemoryDb()
  const change = newEntry({ table: 'sleep_records', kind: 'delete', rowId: 'a', body: null })
  await expect(db.append([change])).rejects.toThrow('writes nothing')
  await expect(db.discard([1])).rejects.toThrow('writes nothing')
  await expect(db.setState([1], { kind: 'sent' })).rejects.toThrow('writes nothing')
  expect((await db.read('all')).entries).toEqual([])
  db.close()
  await expect(db.read('all')).rejects.toThrow('not looked at')
  await expect(db.monthNames()).rejects.toThrow('not looked at')
})
