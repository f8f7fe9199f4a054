import { createContext, useContext, useEffect, useLayoutEffect, useState } from 'react'
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
