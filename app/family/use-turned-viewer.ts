import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls back when whoever could change what is on screen may only look from now on: the family has decided so. */
export function useTurnedViewer(mayWrite: boolean, onTurned: () => void): void {
  const couldWrite = useRef(mayWrite)
  const tell = useEffectEvent(onTurned)
  useEffect(() => {
    if (couldWrite.current && !mayWrite) tell()
    couldWrite.current = mayWrite
  }, [mayWrite])
}
