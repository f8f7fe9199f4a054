import { type ComponentType, useEffect, useState } from 'react'
import { usePanelVisibility } from '../../device/panel-visibility.ts'
import { useKnownFamilies, usePlace } from '../../family/use-families.ts'
import { PlanTape } from '../plan/PlanTape.tsx'
import type { SupportPartProps } from './SupportPart.tsx'

/**
 * What waits for the family from its professional. Its code is fetched where something about access has ever happened:
 * most families never need it.
 */
export function LateSupport({ part }: Pick<SupportPartProps, 'part'>) {
  const place = usePlace()
  const own = useKnownFamilies()?.families.find(({ role }) => role === 'owner')
  const isDue = place?.role === 'owner' && own !== undefined && own.access_rev > 0
  const [Part, setPart] = useState<ComponentType<SupportPartProps> | null>(null)
  const visibility = usePanelVisibility()
  useEffect(() => {
    if (!isDue) return
    return visibility.during(() => {
      import('./SupportPart.tsx').then(
        ({ SupportPart }) => setPart(() => SupportPart),
        // The next time that this is in sight it is tried again.
        (reason: unknown) => console.warn(reason),
      )
      return () => {}
    })
  }, [visibility, isDue])
  // The tape is handed on: fetched with that part as well, it would be cut out of what the app starts with.
  return isDue && Part && <Part part={part} Tape={PlanTape} />
}
