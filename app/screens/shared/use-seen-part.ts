import { type ComponentType, useCallback, useState } from 'react'
import { useWhenSeen } from '../../device/panel-visibility.ts'
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
  const fetchPart = useCallback(
    () => void load().then((part) => keepingPlace(() => setPart(() => part)), console.warn),
    [load],
  )
  // Where it didn't come, it is tried again the next time that this is in sight.
  useWhenSeen(isDue && Part === null ? fetchPart : null)
  return { Part }
}
