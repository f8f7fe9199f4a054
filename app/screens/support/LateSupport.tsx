import { useKnownFamilies, usePlace } from '../../family/use-families.ts'
import { PlanTape } from '../plan/PlanTape.tsx'
import { useSeenPart } from '../shared/use-seen-part.ts'
import type { SupportPartProps } from './SupportPart.tsx'

const load = () => import('./SupportPart.tsx').then(({ SupportPart }) => SupportPart)

/**
 * What waits for the family from its professional. Its code is fetched where something about access has ever happened:
 * most families never need it.
 */
export function LateSupport({ part }: Pick<SupportPartProps, 'part'>) {
  const place = usePlace()
  const own = useKnownFamilies()?.families.find(({ role }) => role === 'owner')
  const isDue = place?.role === 'owner' && own !== undefined && own.access_rev > 0
  const { Part } = useSeenPart(load, isDue)
  // The tape is handed on: fetched with that part as well, it would be cut out of what the app starts with.
  return isDue && Part && <Part part={part} Tape={PlanTape} />
}
