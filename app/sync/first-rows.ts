import { DEFAULT_BABY_NAME } from '../../core/baby/age.ts'
import { DEFAULT_PLAN } from '../../core/plan/plan.ts'
import { localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { clock } from '../device/clock.ts'
import { type Change, newEntry } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import { parsePage } from '../local/rows.ts'
import type { Tables } from './remote.ts'

/** What PostgREST calls "no row". */
const NO_ROW = 'PGRST116'

/** The family's id is the id of its only row, so that two phones that both make it make the same one. */
function firstBaby(familyId: string): Change {
  const birth_date = localDateAt(clock.now(), MADRID)
  const body = {
    id: familyId,
    user_id: familyId,
    name: DEFAULT_BABY_NAME,
    birth_date,
    birth_date_known: false,
  }
  return { kind: 'insert', table: 'baby_info', rowId: familyId, body }
}

function firstPlan(familyId: string): Change {
  const body = { id: familyId, user_id: familyId, ...DEFAULT_PLAN }
  return { kind: 'insert', table: 'sleep_plans', rowId: familyId, body }
}

/** Replicas that need no first rows any more, because they or the server have both. */
const complete = new WeakSet<Replica>()

/** Makes the baby and the plan of a new account. Resolves to false when the server couldn't say whether it has them. */
export async function makeFirstRows(replica: Replica, tables: Tables): Promise<boolean> {
  // Somebody else's diary is theirs to begin.
  if (complete.has(replica) || replica.familyId !== replica.accountId) return true
  const made: Change[] = []
  for (const change of [firstBaby(replica.familyId), firstPlan(replica.familyId)]) {
    const isHere = change.table === 'baby_info' ? replica.cache.baby !== null : replica.cache.plan !== null
    if (isHere) continue
    const { data, failure } = await tables.readOwn(change.table)
    if (failure?.code === NO_ROW) made.push(change)
    else if (failure !== null || parsePage([data]) === null) return false
  }
  if (made.length > 0) await replica.write((db) => db.append(made.map(newEntry)))
  complete.add(replica)
  return true
}
