import { useEffect, useState } from 'react'
import { clock } from './clock.ts'
import { pageVisibility } from './page-visibility.ts'
import { usePanelVisibility } from './panel-visibility.ts'

/** The product's "now" in epoch milliseconds, renewed when each minute (or `intervalMs`) begins. Rests out of sight. */
export function useNow(intervalMs = 60_000): number {
  const visibility = usePanelVisibility()
  const [now, setNow] = useState(() => clock.now())
  useEffect(
    () =>
      visibility.during(() => {
        let timer = 0
        const tick = () => {
          clearTimeout(timer)
          const next = clock.now()
          // Within the same minute nothing would be drawn differently.
          setNow((last) => (Math.floor(last / intervalMs) === Math.floor(next / intervalMs) ? last : next))
          timer = window.setTimeout(tick, intervalMs - (Date.now() % intervalMs))
        }
        tick()
        // Timers sleep with the phone: on waking the time must be right at once.
        const stop = pageVisibility.subscribe(tick)
        return () => {
          clearTimeout(timer)
          stop()
        }
      }),
    [visibility, intervalMs],
  )
  return now
}
