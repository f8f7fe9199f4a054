import { useCallback, useState } from 'react'
import { useWhenSeen } from '../../device/panel-visibility.ts'
import { refreshFamilies } from '../../family/families.ts'
import { type Place, useKnownFamilies, usePlace } from '../../family/use-families.ts'
import { GuestSection } from './GuestSection.tsx'
import { OwnerSection } from './OwnerSection.tsx'

/** Whoever the diary belongs to lets others in here; somebody who was let in leaves here. */
export function CarersPart() {
  const place = usePlace()
  return place === null ? null : <CarersOf place={place} />
}

function CarersOf({ place }: { place: Place }) {
  const known = useKnownFamilies()
  const isUnheard = useFamiliesOfNow(place.accountId)
  const family = known?.families.find(({ family_id }) => family_id === place.familyId) ?? null
  if (place.role !== 'owner') return <GuestSection {...place} role={place.role} family={family} />
  // A database without these functions has no families at all.
  return known === null || family !== null ? <OwnerSection family={family} isUnheard={isUnheard} /> : null
}

/**
 * Asks each time that this comes in sight, because when somebody was here last changes by itself. Returns whether the
 * last try went unanswered.
 */
function useFamiliesOfNow(accountId: string): boolean {
  const [isUnheard, setUnheard] = useState(false)
  const ask = useCallback(
    () => void refreshFamilies(accountId).then(({ failure }) => setUnheard(failure !== null)),
    [accountId],
  )
  useWhenSeen(ask)
  return isUnheard
}
