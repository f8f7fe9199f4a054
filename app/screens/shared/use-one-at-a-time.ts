import { useRef, useState } from 'react'
import { whileBusy } from './while-busy.ts'

/** A second tap while the work of the first is under way does nothing. The first answer tells whether some is. */
export function useOneAtATime() {
  const isBusy = useRef(false)
  const [busy, setBusy] = useState(false)
  async function oneAtATime(work: () => Promise<void>) {
    if (isBusy.current) return
    await whileBusy((isIt) => {
      isBusy.current = isIt
      setBusy(isIt)
    }, work)
  }
  return [busy, oneAtATime] as const
}
