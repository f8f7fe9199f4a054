import { useEffect, useRef } from 'react'

/** Returns what takes the focus when a line or a section goes away with the button that was pressed in it. */
export function useKeptFocus<Place extends HTMLElement>(count: number) {
  const place = useRef<Place>(null)
  const before = useRef(count)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isLost && count < before.current) place.current?.focus({ preventScroll: true })
    before.current = count
  }, [count])
  return place
}
