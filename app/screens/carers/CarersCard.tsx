import { type ComponentType, useEffect, useState } from 'react'
import { usePanelVisibility } from '../../device/panel-visibility.ts'

/** Who else sees the diary. Its code is fetched when the plan is first seen: there may be no network later. */
export function CarersCard() {
  const [Part, setPart] = useState<ComponentType | null>(null)
  const visibility = usePanelVisibility()
  useEffect(
    () =>
      visibility.during(() => {
        import('./CarersPart.tsx').then(
          ({ CarersPart }) => setPart(() => CarersPart),
          // The next time that the plan is seen it is tried again.
          (reason: unknown) => console.warn(reason),
        )
        return () => {}
      }),
    [visibility],
  )
  return Part && <Part />
}
