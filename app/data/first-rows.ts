import { DEFAULT_BABY_NAME } from '../../core/age.ts'
import { DEFAULT_PLAN } from '../../core/plan.ts'
import { localDateAt } from '../../core/time.ts'
import { clock } from './clock.ts'
import { type Change, newEntry } from './outbox.ts'
import type { Tables } from './remote.ts'
import { parsePage } from './rows.ts'
import { type Copy, write } from './store.ts'

/** What PostgREST calls "no row". */
const NO_ROW = 'PGRST116'

/** The user's id is the id of his only row, so that two phones that both make it make the same one. */
function firstBaby(userId: string): Change {
  const birth_date = localDateAt(clock.now())
  const body = { id: userId, user_id: userId, name: DEFAULT_BABY_NAME, birth_date }
  return { kind: 'insert', table: 'baby_info', rowId: userId, body }
}

function firstPlan(userId: string): Change {
  const body = { id: userId, user_id: userId, ...DEFAULT_PLAN }
  return { kind: 'insert', table: 'sleep_plans', rowId: userId, body }
}

/** Copies that have their two rows, or whose server has them. */
const complete = new WeakSet<Copy>()

/** Makes the baby and the plan of a new account. Resolves to whether it made any; null: ask again later. */
export async function makeFirstRows(copy: Copy, tables: Tables): Promise<boolean | null> {
  if (complete.has(copy)) return false
  const made: Change[] = []
  for (const change of [firstBaby(copy.userId), firstPlan(copy.userId)]) {
    const isHere = change.table === 'baby_info' ? copy.image.baby !== null : copy.image.plan !== null
    if (isHere) continue
    const { data, failure } = await tables.readOwn(change.table)
    if (failure?.code === NO_ROW) made.push(change)
    else if (failure !== null || parsePage([data]) === null) return null
  }
  if (made.length > 0) await write(copy, (db) => db.append(made.map(newEntry)))
  complete.add(copy)
  return made.length > 0
}
