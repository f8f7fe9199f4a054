import { diariesOf, forgetFamilies } from '../family/families.ts'
import { keepOnlyUnsent, wipeLocalDb } from '../local/local-db.ts'

/* An account may have several diaries on a phone: its own, and those of families that let it in. It leaves with all. */

/** Takes everything that an account has on this phone off it, from this turn on. */
export async function wipeDiaries(accountId: string): Promise<void> {
  const wipes = diariesOf(accountId).map(wipeLocalDb)
  forgetFamilies(accountId)
  await Promise.all(wipes)
}

/** Takes off this phone what the server has of an account's diaries. Resolves to how many changes stay. */
export async function keepOnlyUnsentOf(accountId: string): Promise<number> {
  const kept = await Promise.all(diariesOf(accountId).map(keepOnlyUnsent))
  return kept.reduce((sum, count) => sum + count, 0)
}
