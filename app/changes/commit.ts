import type { Remember } from '../local/local-db.ts'
import { type Change, newEntry } from '../local/outbox.ts'
import type { Replica } from '../local/replica.ts'
import { sync } from '../sync/phone-sync.ts'

/** Stores all of the changes or none, with what is to be remembered of them: they are one transaction. */
export async function commit(
  replica: Replica,
  changes: readonly Change[],
  remember?: Remember,
): Promise<void> {
  if (changes.length === 0 && remember === undefined) return
  await replica.write((db) => db.append(changes.map(newEntry), remember))
  sync.request()
}

/** The ids that were deleted, or are about to be: the server takes none of them again. */
export async function idsGone({ db, cache }: Replica): Promise<Set<string>> {
  const goes = cache.entries.filter(({ kind, state }) => kind === 'delete' && state.kind !== 'refused')
  return new Set([...(await db.deletedIds()), ...goes.map(({ rowId }) => rowId)])
}
