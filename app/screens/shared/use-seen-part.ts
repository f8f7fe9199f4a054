import { type ComponentType, useEffect, useState } from 'react'
import { usePanelVisibility } from '../../device/panel-visibility.ts'
import { whenFree } from '../../device/when-idle.ts'
import { keepingPlace } from '../../ui/layout/focus.ts'

/**
 * Fetches a part of a screen when that is first seen, because there may be no network later; null until it is there.
 * @param load the same function each time.
 */
export function useSeenPart<Props>(
  load: () => Promise<ComponentType<Props>>,
  isDue = true,
): { Part: ComponentType<Props> | null } {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const visibility = usePanelVisibility()
  useEffect(() => {
    if (!isDue || Part !== null) return
    // The tap that shows the screen is painted first. The next time that this is in sight it is tried again.
    return visibility.during(() =>
      whenFree(() => void load().then((part) => keepingPlace(() => setPart(() => part)), console.warn)),
    )
  }, [visibility, load, isDue, Part])
  return { Part }
}
