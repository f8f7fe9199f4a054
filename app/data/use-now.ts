import { useEffect, useState } from 'react'
import { clock } from './clock.ts'

/** The product's "now" in epoch milliseconds, renewed when each minute (or `intervalMs`) begins. */
export function useNow(intervalMs = 60_000): number {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    let timer = 0
    const tick = () => {
      clearTimeout(timer)
      setNow(clock.now())
      timer = window.setTimeout(tick, intervalMs - (Date.now() % intervalMs))
    }
    tick()
    // Timers sleep with the phone: on waking the time must be right at once.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [intervalMs])
  return now
}
