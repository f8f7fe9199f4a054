import { useEffect, useEffectEvent } from 'react'
import { usePanelVisibility } from '../../device/panel-visibility.ts'

/** Elements that use the arrows themselves. */
const USES_ARROWS = 'input, textarea, select, [contenteditable], [role="tab"]'

/**
 * ArrowLeft and ArrowRight change the week wherever the focus is, as long as nothing else wants the key and the screen
 * is in sight.
 */
export function useWeekKeys(moveBy: (weeks: -1 | 1) => void): void {
  const visibility = usePanelVisibility()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const weeks = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    if (weeks === null || event.defaultPrevented) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.target instanceof Element && event.target.closest(USES_ARROWS)) return
    if (document.querySelector('dialog[open]')) return
    event.preventDefault()
    moveBy(weeks)
  })
  useEffect(
    () =>
      visibility.during(() => {
        const listening = new AbortController()
        document.addEventListener('keydown', onKeyDown, { signal: listening.signal })
        return () => listening.abort()
      }),
    [visibility],
  )
}
