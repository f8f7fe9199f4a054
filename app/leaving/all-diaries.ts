import { closeNotices } from '../device/notifications.ts'
import type { DiaryKey } from '../family/diary-key.ts'
import { diariesOf, forgetFamilies, keepFamilyIds } from '../family/families.ts'
import { forgetSupport } from '../family/support-key.ts'
import { keepOnlyUnsent, wipeLocalDb } from '../local/local-db.ts'
import { forgetConsent } from '../session/remembered-consent.ts'
import { databaseNames } from '../session/session-backup.ts'
import { markedUsers } from '../session/wipe-mark.ts'

/* An account may have several diaries on a phone: its own, and those of families that let it in. It leaves with all. */

const always = () => true

/**
 * Takes everything that an account has on this phone off it, from this turn on.
 * @param isDue asked again after each wait: another tab may have done it meanwhile, and the account be signed in again.
 */
export async function wipeDiaries(accountId: string, isDue: () => boolean = always): Promise<void> {
  const known = diariesOf(accountId)
  const wipes = known.map(wipeLocalDb)
  forgetFamilies(accountId)
  forgetSupport(accountId)
  forgetConsent(accountId)
  void closeNotices()
  await Promise.all([...wipes, wipeForgotten(accountId, known, isDue)])
}

/** Wipes what only the disk remembers. One that the phone refuses to wipe holds up none of the others. */
async function wipeForgotten(
  accountId: string,
  known: readonly DiaryKey[],
  isDue: () => boolean,
): Promise<void> {
  const onDisk = await diariesOnDisk(accountId)
  if (!isDue()) return
  const forgotten = onDisk.filter((diary) => !known.includes(diary))
  await Promise.all(forgotten.map(wipeLocalDb))
}

/**
 * Takes off this phone what the server has of an account's diaries, and leaves out those that are being wiped. Resolves
 * to how many changes stay, and to whether there was a diary at all: there is none where only the console was opened.
 * The answers to proposals are no diary's (support-key.ts).
 * @param isDue as for `wipeDiaries`.
 */
export async function keepOnlyUnsentOf(
  accountId: string,
  isDue: () => boolean = always,
): Promise<{ hadDiary: boolean; unsent: number }> {
  const wiped = markedUsers()
  void closeNotices()
  const onDisk = await diariesOnDisk(accountId)
  if (!isDue()) return { hadDiary: false, unsent: 0 }
  const diaries = onDisk.filter((diary) => !wiped.includes(diary))
  const counts = await Promise.all(diaries.map((diary) => keepOnlyUnsent(diary, isDue)))
  const withUnsent = diaries.filter((_, index) => counts[index] !== 0)
  if (isDue()) keepFamilyIds(accountId, withUnsent)
  return { hadDiary: counts.length > 0, unsent: counts.reduce((sum, count) => sum + count, 0) }
}

/**
 * The account's diaries that the browser keeps, also where it has lost what localStorage knew of them. A browser that
 * doesn't tell may keep each that is known.
 */
export async function diariesOnDisk(accountId: string): Promise<DiaryKey[]> {
  const names = await databaseNames()
  if (names === null) return diariesOf(accountId)
  return names
    .filter((name) => name === `nana-${accountId}` || name.startsWith(`nana-${accountId}.`))
    .map((name) => name.slice('nana-'.length))
}
