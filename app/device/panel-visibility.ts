import { createContext, use, useContext, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { pageVisibility } from './page-visibility.ts'
import { whenFree } from './when-idle.ts'

type Stop = () => void

/** Whether a part of the page is in sight: while it isn't, what runs for it (the clock, the records' news) rests. */
export interface PanelVisibility {
  /** Runs `work` while the part is in sight: begins it each time it comes, and ends it each time it goes. */
  during(work: () => Stop): Stop
}

/** The visibility of a part that is shown and hidden from outside. */
export class ChangingVisibility implements PanelVisibility {
  private readonly works = new Map<() => Stop, Stop | null>()
  private isShown: boolean

  constructor(isShown: boolean) {
    this.isShown = isShown
  }

  during(work: () => Stop): Stop {
    // The same work may be given twice, and each of the two is begun and ended by itself.
    const own = () => work()
    this.works.set(own, this.isShown ? own() : null)
    return () => {
      this.works.get(own)?.()
      this.works.delete(own)
    }
  }

  change(isShown: boolean): void {
    if (isShown === this.isShown) return
    this.isShown = isShown
    for (const [work, stop] of this.works) {
      stop?.()
      this.works.set(work, isShown ? work() : null)
    }
  }
}

const ALWAYS: PanelVisibility = { during: (work) => work() }

export const VisibilityContext = createContext(ALWAYS)

/** The visibility of the part that this component is in. */
export function usePanelVisibility(): PanelVisibility {
  return useContext(VisibilityContext)
}

/** How often the part that this component is in has been shown, this time included; 0: not yet. */
export const VisitsContext = createContext(1)

/**
 * The number of the visit to this component's part of the page: it grows each time that the part comes in sight, or the
 * page with it, and is drawn with the tap that shows it. Where it ends, 0.
 * @param isFollowed false: the number is 0, and the part's coming in sight doesn't draw the component anew.
 * @param isEndDrawn whether the end of a visit draws the component anew; else the number stays until the next visit.
 */
export function useVisit({ isFollowed, isEndDrawn }: { isFollowed: boolean; isEndDrawn: boolean }): number {
  const visibility = usePanelVisibility()
  const visits = isFollowed ? use(VisitsContext) : 0
  const [returns, setReturns] = useState(0)
  const [ended, setEnded] = useState(0)
  // Both only grow, so no later visit has the number of one that has ended.
  const visit = visits === 0 ? 0 : visits + returns
  // While it is developed, React ends each effect once and begins it anew: the same visit goes on then.
  const onBegin = useEffectEvent(() => setEnded((last) => (last === visit ? 0 : last)))
  const onEnd = useEffectEvent(() => {
    if (isEndDrawn) setEnded(visit)
  })
  useLayoutEffect(
    () =>
      visibility.during(() => {
        onBegin()
        const stop = pageVisibility.subscribe(() => {
          if (pageVisibility.isVisible()) setReturns((before) => before + 1)
          else onEnd()
        })
        return () => {
          stop()
          onEnd()
        }
      }),
    [visibility],
  )
  return visit === ended ? 0 : visit
}

/** Does `work` each time that the part comes in sight, once the tap that shows it is painted. */
export function whenSeen(visibility: PanelVisibility, work: () => void): Stop {
  return visibility.during(() => whenFree(work))
}

/** The same for the part that this component is in. @param work the same function as long as the same is to be done. */
export function useWhenSeen(work: (() => void) | null): void {
  const visibility = usePanelVisibility()
  useEffect(() => {
    if (work !== null) return whenSeen(visibility, work)
  }, [visibility, work])
}

/** Whether this component's part of the page is in sight, and the page itself too. */
export function useIsInSight(): boolean {
  const visibility = usePanelVisibility()
  const [inSight, setInSight] = useState(false)
  useLayoutEffect(
    () =>
      visibility.during(() => {
        const look = () => setInSight(pageVisibility.isVisible())
        look()
        const stop = pageVisibility.subscribe(look)
        return () => {
          stop()
          setInSight(false)
        }
      }),
    [visibility],
  )
  return inSight
}
