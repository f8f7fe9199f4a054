import { useMemo, useSyncExternalStore } from 'react'
import { useNow } from '../device/use-now.ts'
import { isProfessionalIn } from './person-in.ts'
import {
  answerUnderWay,
  isQuestionUnderWay,
  isWaiting,
  knownSupport,
  newReplies,
  subscribeSupport,
} from './support.ts'
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

/** The answer to a request that is on its way to the server; null: there is none. */
export function useAnswerUnderWay(requestId: string): string | null {
  return useSyncExternalStore(
    subscribeSupport,
    () => answerUnderWay(requestId),
    () => null,
  )
}

export function useQuestionUnderWay(): boolean {
  return useSyncExternalStore(subscribeSupport, isQuestionUnderWay, () => false)
}

/** What the provider's staff has for the family on screen; null: it isn't the account's own, or nothing is known. */
export function useSupport(): FamilySupport | null {
  const kept = useKeptSupport()
  const place = usePlace()
  const own = useKnownFamilies()?.families.find(({ role }) => role === 'owner')
  const now = useNow()
  return useMemo(() => {
    if (kept === null || own === undefined || place?.role !== 'owner') return null
    const isConsulted = isProfessionalIn(own.people, now)
    const decided = new Set(kept.answers.filter(({ taken }) => taken !== null).map(({ id }) => id))
    return {
      ...kept.said,
      requests: kept.said.requests.filter((request) => isWaiting(request, now)),
      proposals: kept.said.proposals.filter(({ id }) => isConsulted && !decided.has(id)),
      isConsulted,
      replies: isConsulted ? newReplies(kept) : [],
    }
  }, [kept, own, place, now])
}
