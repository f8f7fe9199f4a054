import { type RefObject, useEffect, useRef } from 'react'

/** Elements that use the arrows themselves. */
const USES_ARROWS = 'input, textarea, select, [contenteditable], [role="tab"], dialog'

/**
 * ArrowLeft and ArrowRight change the week wherever the focus is, as long as the screen is the one in sight
 * and nothing else wants the key.
 */
export function useWeekKeys(screen: RefObject<HTMLElement | null>, moveBy: (weeks: -1 | 1) => void): void {
  const move = useRef(moveBy)
  useEffect(() => {
    move.current = moveBy
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const weeks = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
      if (weeks === null || event.defaultPrevented) return
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      // A hidden panel has no boxes.
      if (screen.current?.getClientRects().length === 0) return
      if (event.target instanceof Element && event.target.closest(USES_ARROWS)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      move.current(weeks)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [screen])
}
