import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * What is under the thumb stays there: when something above the times comes or goes, the page scrolls by as much. When
 * the head of a sleep in progress comes, the form begins with it.
 */
export function useSteadyForm(
  form: RefObject<HTMLFormElement | null>,
  inSight: boolean,
  hasRunningHead: boolean,
) {
  const head = useRef<HTMLDivElement>(null)
  const times = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const above = [head.current, form.current].filter((element) => element !== null)
    if (!inSight) return
    let last: number | null = null
    const observer = new ResizeObserver(() => {
      const top = times.current?.offsetTop ?? null
      if (top !== null && last !== null) scrollBy(0, top - last)
      last = top
    })
    for (const element of above) observer.observe(element)
    return () => observer.disconnect()
  }, [form, inSight])

  useLayoutEffect(() => {
    if (hasRunningHead) scrollTo(0, 0)
  }, [hasRunningHead])

  return { head, times }
}
