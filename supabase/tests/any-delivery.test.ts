import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Caller, refusal, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

/** This is a change as a phone writes it down. `row` is one of a few, so that changes meet. */
interface Change {
  kind: 'insert' | 'patch' | 'delete'
  row: number
  feedings: number
}

const ROWS = 4

const change = fc.record<Change>({
  kind: fc.constantFrom('insert', 'insert', 'patch', 'patch', 'delete'),
  row: fc.nat(ROWS - 1),
  feedings: fc.nat(99),
})

/** Draws changes and the order in which they arrive, each of them any number of times. */
const deliveries = fc.array(change, { minLength: 1, maxLength: 12 }).chain((changes) =>
  fc.record({
    changes: fc.constant(changes),
    order: fc.array(fc.nat(changes.length - 1), { minLength: 1, maxLength: 25 }),
  }),
)

/** The model says in the plainest terms what must be true after each delivery. */
class Model {
  readonly rows = new Map<number, number>()
  readonly deleted = new Set<number>()
  readonly noted = new Set<number>()
  rev = 0

  /** Says whether the change is accepted; one that is known by its number has no effect. */
  deliver(number: number, { kind, row, feedings }: Change): boolean {
    if (kind === 'delete') {
      if (this.rows.delete(row)) {
        this.deleted.add(row)
        this.rev += 1
      }
      return true
    }
    if (this.noted.has(number)) return true
    if (kind === 'insert' && (this.rows.has(row) || this.deleted.has(row))) return false
    if (kind === 'insert' || this.rows.has(row)) {
      this.rows.set(row, feedings)
      this.noted.add(number)
      this.rev += 1
    }
    return true
  }
}

onEachEngine((db) => {
  it('ends in the same state whatever arrives, how often and in what order', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ changes, order }) => {
        const carer = user(db.pool, await db.createUser())
        const ids = Array.from({ length: ROWS }, () => randomUUID())
        const ops = changes.map(() => randomUUID())
        const model = new Model()
        for (const number of order) {
          const next = changes[number]
          if (!next) continue
          const accepted = model.deliver(number, next)
          const code = await refusal(send(carer, next, ids[next.row], ops[number]))
          expect(code).toBe(accepted ? 'accepted' : '23505')
        }
        await expectState(carer, ids, model)
      }),
      { numRuns: 40 },
    )
  })
})

function send(carer: Caller, { kind, feedings }: Change, id: string | undefined, op: string | undefined) {
  switch (kind) {
    case 'insert':
      return carer(
        `insert into public.sleep_records (id, date, type, start_time, feedings, op_id)
         values ($1, '2025-08-11', 'siesta', '13:05', $2, $3)`,
        id,
        feedings,
        op,
      )
    case 'patch':
      return carer(
        'update public.sleep_records set feedings = $2, op_id = $3 where id = $1',
        id,
        feedings,
        op,
      )
    case 'delete':
      return carer('delete from public.sleep_records where id = $1', id)
  }
}

async function expectState(carer: Caller, ids: string[], model: Model): Promise<void> {
  const rows = await carer('select id, feedings, rev from public.sleep_records')
  const tombstones = await carer('select id, rev from public.deleted_rows')
  const state = await carer('select rev from public.sync_state')
  expect(new Map(rows.rows.map((row) => [ids.indexOf(row.id), row.feedings]))).toEqual(model.rows)
  expect(new Set(tombstones.rows.map((row) => ids.indexOf(row.id)))).toEqual(model.deleted)
  expect(state.rows[0]?.rev ?? 0).toBe(model.rev)
  const numbers = [...rows.rows, ...tombstones.rows].map((row) => row.rev)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(Math.max(0, ...numbers)).toBe(model.rev)
}
