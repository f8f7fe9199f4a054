import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { usePanelVisibility } from '../../device/panel-visibility.ts'

/**
 * What is under the thumb stays there: when something above the times comes or goes, the page scrolls by as much. When
 * the head of a sleep in progress comes, the form begins with it.
 */
export function useSteadyForm(form: RefObject<HTMLFormElement | null>, hasRunningHead: boolean) {
  const visibility = usePanelVisibility()
  const head = useRef<HTMLDivElement>(null)
  const times = useRef<HTMLDivElement>(null)
  // How far below the page's top the times were when they were last looked at; null: they are looked at first.
  const timesTop = useRef<number | null>(null)

  useLayoutEffect(
    () =>
      visibility.during(() => {
        timesTop.current = null
        const observer = new ResizeObserver(() => {
          const [before, top] = [timesTop.current, times.current?.offsetTop ?? null]
          if (top !== null && before !== null) scrollBy(0, top - before)
          timesTop.current = top
        })
        for (const above of [head.current, form.current]) if (above !== null) observer.observe(above)
        return () => observer.disconnect()
      }),
    [form, visibility],
  )

  // The tab restores in a layout effect where it was scrolled to, and the head's place comes after that.
  useEffect(() => {
    if (!hasRunningHead) return
    scrollTo(0, 0)
    timesTop.current = times.current?.offsetTop ?? null
  }, [hasRunningHead])

  return { head, times }
}
