import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Moves the focus when a line or a section has gone away with the button that was pressed in it.
 * @param isOpen a sheet lies over them: it gives the focus back only when it closes.
 * @param onLost focuses something with a name.
 */
export function useKeptFocus(count: number, isOpen: boolean, onLost: () => void): void {
  const before = useRef(count)
  const lost = useEffectEvent(onLost)
  useEffect(() => {
    if (isOpen) return
    if (count < before.current && document.activeElement === document.body) lost()
    before.current = count
  }, [count, isOpen])
}
