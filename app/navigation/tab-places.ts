import { useCallback, useLayoutEffect, useRef } from 'react'

interface Place {
  scrollY: number
  focus: Element | null
}

export function panelId(place: string): string {
  return `panel-${place.split(' ')[0]}`
}

/**
 * Restores each tab's scroll position, and its focus unless the carer came by the tab bar. There it stays, but for «+»,
 * whose form is what comes next. Returns a function to call just before a tab is left.
 * @param place the tab's name; another form in the same tab is another place.
 */
export function useTabPlaces(place: string): () => void {
  const places = useRef(new Map<string, Place>())
  const shown = useRef(place)

  useLayoutEffect(() => {
    if (shown.current === place) return
    shown.current = place
    dropCaret()
    const left = places.current.get(place)
    scrollTo(0, left?.scrollY ?? 0)
    const byTab = document.activeElement?.closest('nav')
    if (byTab && !place.startsWith('add')) return
    const focus = !byTab && left?.focus?.isConnected ? left.focus : document.getElementById(panelId(place))
    if (focus instanceof HTMLElement) focus.focus({ preventScroll: true })
  }, [place])

  return useCallback(() => {
    places.current.set(shown.current, { scrollY: window.scrollY, focus: document.activeElement })
  }, [])
}

/**
 * A touched text keeps an invisible caret, and so does the login's field when it goes. In a screen that is hidden the
 * browser looks for the caret's place with each frame, through all hidden screens, which doubles what a tap takes.
 */
function dropCaret(): void {
  const selection = getSelection()
  // Asking what kind of selection it is lays out the page, so it is asked only where there is one.
  if (selection?.rangeCount && selection.isCollapsed) selection.removeAllRanges()
}
