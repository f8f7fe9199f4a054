import { useEffect, useState } from 'react'

/** So long after a finger has lifted, the browser still looks for what lies under it. */
const LANDS_WITHIN_MS = 400

/** Whether a finger or a mouse button is down: what moves meanwhile takes the press away from what it was meant for. */
export function useIsPressed(): boolean {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const down = () => {
      clearTimeout(timer)
      setPressed(true)
    }
    const up = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setPressed(false), LANDS_WITHIN_MS)
    }
    addEventListener('pointerdown', down)
    addEventListener('pointerup', up)
    addEventListener('pointercancel', up)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointerdown', down)
      removeEventListener('pointerup', up)
      removeEventListener('pointercancel', up)
    }
  }, [])
  return isPressed
}
