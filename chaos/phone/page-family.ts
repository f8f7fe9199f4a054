import { acceptInvitation, leaveFamily } from '../../app/family/access.ts'
import { diaryKey } from '../../app/family/diary-key.ts'
import {
  familyNamed,
  knownFamilies,
  roleIn,
  showFamily,
  shownFamily,
  subscribeFamilies,
} from '../../app/family/families.ts'
import { emptyLeftDiaries } from '../../app/leaving/left-family.ts'
import { openLocalDb } from '../../app/local/local-db.ts'
import { storedSession } from '../../app/session/stored-session.ts'
import type { Kept, Place } from '../program/commands.ts'

/* What the app does about families besides what the data layer does by itself, and what is left of one on a phone. */

/** The app's own dialog takes diaries of families that are left off the phone, as soon as there is one. */
export function startLeaving(): void {
  const empty = () => {
    const accountId = storedSession()?.userId
    const isDue = accountId && knownFamilies(accountId)?.left.some(({ unsent }) => unsent === null)
    if (isDue) void emptyLeftDiaries(accountId)
  }
  subscribeFamilies(empty)
  empty()
}

export function place(): Place | null {
  const accountId = storedSession()?.userId
  if (accountId === undefined) return null
  const familyId = shownFamily(accountId)
  return { accountId, familyId, role: roleIn(accountId, familyId) }
}

/** Chooses that family's diary, once this phone knows that it is open. Resolves to the id of what is shown then. */
export async function openFamily(familyId: string): Promise<string> {
  const accountId = storedSession()?.userId ?? ''
  if (familyNamed(accountId, familyId) !== null) showFamily(accountId, familyId)
  return shownFamily(accountId)
}

export async function join(token: string): Promise<string> {
  return (await acceptInvitation(token)).kind
}

export async function leave(familyId: string): Promise<string> {
  return (await leaveFamily(familyId)).kind
}

/** Finds what this phone's disk holds of somebody else's family: nothing where its database was wiped. */
export async function keptOf(familyId: string): Promise<Kept> {
  const accountId = storedSession()?.userId ?? ''
  const known = knownFamilies(accountId)
  const db = await openLocalDb(diaryKey(accountId, familyId), () => {})
  try {
    const { entries, memory, babies, plans, months } = await db.read('all')
    const rows = [...babies, ...plans, ...months.flatMap(({ records }) => records)]
    return {
      isKnown: known?.families.some(({ family_id }) => family_id === familyId) ?? false,
      unsent: known?.left.find(({ family_id }) => family_id === familyId)?.unsent ?? 0,
      changed: entries.map(({ kind, rowId }) => ({ kind, rowId })),
      rows: rows.map(({ id }) => id),
      lost: memory.lost,
    }
  } finally {
    db.close()
  }
}
