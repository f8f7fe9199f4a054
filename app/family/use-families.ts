import { createContext, useContext, useSyncExternalStore } from 'react'
import { storedSession } from '../session/stored-session.ts'
import { type Known, knownFamilies, mayWriteAs, roleIn, shownFamily, subscribeFamilies } from './families.ts'
import type { Role } from './remote-families.ts'

/** Who is signed in, whose diary is on screen, and what they may do there. */
export interface Place {
  accountId: string
  familyId: string
  role: Role
}

let last: Place | null = null

/** The place of this page; null while nobody is signed in. The same object until something of it changes. */
export function place(): Place | null {
  const accountId = storedSession()?.userId
  const familyId = accountId && shownFamily(accountId)
  const next = accountId && familyId ? { accountId, familyId, role: roleIn(accountId, familyId) } : null
  if (JSON.stringify(next) !== JSON.stringify(last)) last = next
  return last
}

/** Where nothing can be changed, whoever is signed in, and what is on screen isn't theirs: in the console. */
export const OnlyLooks = createContext(false)
const LOOKING: Place = { accountId: '', familyId: '', role: 'viewer' }

export function usePlace(): Place | null {
  const here = useSyncExternalStore(subscribeFamilies, place, () => null)
  return useContext(OnlyLooks) ? LOOKING : here
}

/** Whether who is signed in may change what is on screen. */
export function useMayWrite(): boolean {
  return mayWriteAs(usePlace()?.role ?? 'owner')
}

/** What is known of the families of who is signed in; null: nothing, or nobody is. */
export function useKnownFamilies(): Known | null {
  return useSyncExternalStore(
    subscribeFamilies,
    () => {
      const accountId = storedSession()?.userId
      return accountId === undefined ? null : knownFamilies(accountId)
    },
    () => null,
  )
}
