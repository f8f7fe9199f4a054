import { type ReactElement, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ChangingVisibility, VisibilityContext, VisitsContext } from '../device/panel-visibility.ts'
import { whenIdle } from '../device/when-idle.ts'
import type { Tab } from '../navigation/navigation.ts'
import { panelId } from '../navigation/tab-places.ts'
import { SightContext } from '../ui/overlays/sight.ts'
import { Loader } from '../ui/waiting/Loader.tsx'
import { shell } from '../words/entrance.es.ts'
import { AppFaultBoundary } from './AppFaultBoundary.tsx'
import styles from './Panel.module.css'

interface PanelProps {
  tab: Tab
  current: Tab
  /** The screen; null while there is none: its code isn't fetched yet, or this carer has no use for it. */
  children: ReactElement | null
}

/**
 * A tab's screen. It is made as soon as there is time, and stays with all its state; while it is out of sight it
 * follows neither the clock nor the records. React's own Activity isn't used because it takes hidden screens out of the
 * layout, and laying them out anew was a third of the work of a tap (decision 018).
 */
export function Panel({ tab, current, children }: PanelProps) {
  const hasScreen = children !== null
  const shown = tab === current
  const panel = useRef<HTMLElement>(null)
  const [visibility] = useState(() => new ChangingVisibility(shown))
  const isDue = shown && hasScreen
  const [isMade, setMade] = useState(isDue)
  if (isDue && !isMade) setMade(true)
  const [seen, setSeen] = useState({ shown, visits: shown ? 1 : 0 })
  if (seen.shown !== shown) setSeen({ shown, visits: seen.visits + (shown ? 1 : 0) })

  useEffect(() => {
    if (hasScreen) return whenIdle(() => startTransition(() => setMade(true)))
  }, [hasScreen])
  useEffect(() => {
    // Asking for an element's place makes the browser lay the panel out before the first tap needs it.
    if (isMade) return whenIdle(() => panel.current?.firstElementChild?.getBoundingClientRect())
  }, [isMade])

  useLayoutEffect(() => visibility.change(shown), [visibility, shown])

  return (
    <section
      ref={panel}
      id={panelId(tab)}
      className={styles.panel}
      aria-label={shell.tabs[tab]}
      aria-hidden={!shown || undefined}
      tabIndex={-1}
    >
      <VisibilityContext value={visibility}>
        <VisitsContext value={seen.visits}>
          <SightContext value={visibility}>
            {/* Another form is another try. */}
            {isMade ? (
              <AppFaultBoundary key={children?.key}>{children}</AppFaultBoundary>
            ) : (
              shown && <Loader />
            )}
          </SightContext>
        </VisitsContext>
      </VisibilityContext>
    </section>
  )
}
