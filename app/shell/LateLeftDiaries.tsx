import { type ComponentType, useEffect, useState } from 'react'
import { useKnownFamilies } from '../family/use-families.ts'

/**
 * What is said of families that share their diary no more: fetched when there is one, and after the server has listed
 * the families where nothing was known of any, as on a new phone, or after a browser has lost it.
 */
export function LateLeftDiaries() {
  const known = useKnownFamilies()
  const isAny = known !== null && (known.mayHoldForgotten || known.left.length > 0)
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
