import { useMemo, useSyncExternalStore } from 'react'
import { knownSupport, newReplies, subscribeSupport } from './support.ts'
import type { FamilyQuestion, Kept, Support } from './support-schema.ts'
import { useKnownFamilies, usePlace } from './use-families.ts'

/** What waits for the family, and what it was told. */
export interface FamilySupport extends Support {
  /** Some professional is in now. */
  isConsulted: boolean
  /** The replies that nobody has read on this phone. */
  replies: readonly FamilyQuestion[]
}

export function useKeptSupport(): Kept | null {
  return useSyncExternalStore(subscribeSupport, knownSupport, () => null)
}

/** What the provider's staff has for the family on screen; null: it isn't the account's own, or nothing is known. */
export function useSupport(): FamilySupport | null {
  const kept = useKeptSupport()
  const place = usePlace()
  const own = useKnownFamilies()?.families.find(({ role }) => role === 'owner')
  return useMemo(() => {
    if (kept === null || own === undefined || place?.role !== 'owner') return null
    const isConsulted = own.people.some(({ role, ended_at }) => role === 'consultant' && ended_at === null)
    const decided = new Set(kept.answers.map(({ id }) => id))
    return {
      ...kept.said,
      proposals: kept.said.proposals.filter(({ id }) => isConsulted && !decided.has(id)),
      isConsulted,
      replies: isConsulted ? newReplies(kept) : [],
    }
  }, [kept, own, place])
}
