import { useEffect, useRef } from 'react'

/** Elements that use the arrows themselves. */
const USES_ARROWS = 'input, textarea, select, [contenteditable], [role="tab"]'

/**
 * ArrowLeft and ArrowRight change the week wherever the focus is, as long as nothing else wants the key. A screen that
 * is not in sight sleeps, and its effects with it.
 */
export function useWeekKeys(moveBy: (weeks: -1 | 1) => void): void {
  const move = useRef(moveBy)
  useEffect(() => {
    move.current = moveBy
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const weeks = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
      if (weeks === null || event.defaultPrevented) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest(USES_ARROWS)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      move.current(weeks)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
