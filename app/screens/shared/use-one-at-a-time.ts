import { useRef, useState } from 'react'

/** A second tap while the work of the first is under way does nothing. The first answer tells whether some is. */
export function useOneAtATime() {
  const isBusy = useRef(false)
  const [busy, setBusy] = useState(false)
  async function oneAtATime(work: () => Promise<void>) {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isBusy.current = false
      setBusy(false)
    }
  }
  return [busy, oneAtATime] as const
}
