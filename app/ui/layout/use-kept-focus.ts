import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Moves the focus when a line or a section has gone away with the button that was pressed in it.
 * @param isOpen a sheet lies over them: it gives the focus back only when it closes.
 * @param onLost focuses something with a name.
 */
export function useKeptFocus(count: number, isOpen: boolean, onLost: () => void): void {
  const before = useRef(count)
  const focused = useRef<EventTarget | null>(null)
  const lost = useEffectEvent(onLost)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (isOpen) return
    // A tap gives Safari's buttons no focus: then it isn't lost when something else takes the line away.
    const isGone = focused.current instanceof Node && !focused.current.isConnected
    if (count < before.current && isGone && document.activeElement === document.body) lost()
    before.current = count
  }, [count, isOpen])
}
