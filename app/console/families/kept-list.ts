import { clock } from '../../device/clock.ts'
import { storedSession, subscribeSession } from '../../session/stored-session.ts'
import { remoteFamilies } from './consulted.ts'
import { FamilyList } from './family-list.ts'

let kept: { accountId: string; list: FamilyList } | null = null

/** The list of an account, the same as long as the page is open and this account is signed in. */
export function keptList(accountId: string): FamilyList {
  if (kept?.accountId !== accountId) {
    const list = new FamilyList({
      remote: remoteFamilies(accountId),
      now: () => clock.now(),
      elapsed: () => performance.now(),
      breathe: () => new Promise((resolve) => setTimeout(resolve)),
    })
    kept = { accountId, list }
  }
  return kept.list
}

// Nothing of a family stays in memory when its consultant has signed out.
subscribeSession(() => {
  if (kept !== null && storedSession()?.userId !== kept.accountId) kept = null
})
