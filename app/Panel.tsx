import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shell } from './copy.es.ts'
import { ChangingSight, SightContext } from './data/sight.ts'
import type { Tab } from './navigation.ts'
import styles from './Panel.module.css'
import { panelId } from './tab-places.ts'
import { whenIdle } from './when-idle.ts'

interface PanelProps {
  tab: Tab
  current: Tab
  children: ReactNode
}

/**
 * A tab's screen. It is made ready as soon as there is time, and stays, with all its state; while it is out of sight it
 * follows neither the clock nor the records. React's own Activity takes hidden screens out of the layout; to lay them
 * out anew was a third of the work of a tap.
 */
export function Panel({ tab, current, children }: PanelProps) {
  const shown = tab === current
  const panel = useRef<HTMLElement>(null)
  const [sight] = useState(() => new ChangingSight(shown))
  const [isMade, setMade] = useState(shown)
  if (shown && !isMade) setMade(true)

  useEffect(() => whenIdle(() => startTransition(() => setMade(true))), [])
  useEffect(() => {
    // Asked for its place, the browser lays it out ahead of the first tap.
    if (isMade) return whenIdle(() => panel.current?.firstElementChild?.getBoundingClientRect())
  }, [isMade])

  useLayoutEffect(() => sight.change(shown), [sight, shown])

  return (
    <section
      ref={panel}
      id={panelId(tab)}
      className={styles.panel}
      aria-label={shell.tabs[tab]}
      aria-hidden={!shown || undefined}
      tabIndex={-1}
    >
      <SightContext value={sight}>{isMade && children}</SightContext>
    </section>
  )
}
