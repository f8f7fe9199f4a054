import { type ComponentType, useEffect, useState } from 'react'
import { useKnownFamilies } from '../family/use-families.ts'

/** What is said of families that share their diary no more: fetched when there is one. */
export function LateLeftDiaries() {
  const isAny = (useKnownFamilies()?.left.length ?? 0) > 0
  const [Part, setPart] = useState<ComponentType | null>(null)
  useEffect(() => {
    if (!isAny) return
    import('../leaving/LeftDiaries.tsx').then(
      ({ LeftDiaries }) => setPart(() => LeftDiaries),
      (reason: unknown) => console.warn(reason),
    )
  }, [isAny])
  return Part && <Part />
}
