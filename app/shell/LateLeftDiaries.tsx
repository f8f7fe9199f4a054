import { type ComponentType, useEffect, useState } from 'react'
import { useKnownFamilies } from '../family/use-families.ts'

/**
 * What is said of families that share their diary no more: fetched when there is one, and when nothing was known of any
 * family, as on a new phone, or after a browser has lost it.
 */
export function LateLeftDiaries() {
  const known = useKnownFamilies()
  const [wasUnknown] = useState(known === null)
  const isAny = wasUnknown || (known?.left.length ?? 0) > 0
  const [Part, setPart] = useState<ComponentType<{ wasUnknown: boolean }> | null>(null)
  useEffect(() => {
    if (!isAny) return
    import('../leaving/LeftDiaries.tsx').then(
      ({ LeftDiaries }) => setPart(() => LeftDiaries),
      (reason: unknown) => console.warn(reason),
    )
  }, [isAny])
  return Part && <Part wasUnknown={wasUnknown} />
}
