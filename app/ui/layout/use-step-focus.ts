import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading of a step that has taken another one's place, when what had the focus went with that
 * one. Readers of the screen are told where they are so, and the keyboard goes on from there.
 *
 * @param step changes with each step; null: there is none.
 */
export function useStepFocus(step: string | null): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step === null || heading.current === null || document.activeElement !== document.body) return
    // Before, it is nothing that a sheet would choose to focus as it opens.
    heading.current.tabIndex = -1
    heading.current.focus({ preventScroll: true })
  }, [step])
  return heading
}
