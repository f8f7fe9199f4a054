import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { flushSync } from 'react-dom'

// When what has the focus goes away, the keyboard and readers of the screen go on from somewhere near. The focus is
// KEPT where it is lost with what goes, and moves only then: a tap gives Safari's buttons none, and what goes by itself
// takes nobody along. It is LED to the title of what comes next also from nowhere, but never from elsewhere.

type Target = HTMLElement | null | undefined

/**
 * Gives it to the first that takes it. A title takes it only from now on: before, a sheet that opens would choose it.
 * The page isn't scrolled.
 */
export function giveFocus(...targets: readonly Target[]): void {
  for (const target of targets) {
    if (!target) continue
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
    if (document.activeElement === target) return
  }
}

/** Does what a button says, and keeps the focus where that takes the button away. */
export function keepingFocus(work: () => void, next: () => Target): void {
  const before = document.activeElement
  flushSync(work)
  if (before?.isConnected === false) giveFocus(next())
}

/** Draws what comes by itself. What the keyboard is at stays where it is on the screen, and in sight. */
export function keepingPlace(draw: () => void): void {
  const focused = document.querySelector(':focus-visible')
  const top = focused?.getBoundingClientRect().top ?? 0
  const wasInSight = top > 0 && top < innerHeight
  flushSync(draw)
  const moved = (focused?.getBoundingClientRect().top ?? 0) - top
  if (wasInSight && focused?.isConnected) scrollBy({ top: moved, behavior: 'instant' })
}

/**
 * Keeps the focus when a line or a section goes away with the button that was pressed in it.
 * @param isOpen a sheet lies over them: it gives the focus back only when it closes.
 */
export function useKeptFocus(count: number, next: () => Target, isOpen = false): void {
  const before = useRef(count)
  const focused = useRef<EventTarget | null>(null)
  const keep = useEffectEvent(() => giveFocus(next()))
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      focused.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (isOpen) return
    const isGone = focused.current instanceof Node && !focused.current.isConnected
    if (count < before.current && isGone && isFocusNowhere()) keep()
    before.current = count
  }, [count, isOpen])
}

/** The title of the screen that something is on. */
export function titleOver(place: HTMLElement | null): Target {
  return place?.closest('section')?.querySelector('h1')
}

/**
 * Leads the focus to what stays, or comes, when what was pressed goes.
 * @param from where it may be now, by default what the title stands in; null: nowhere.
 */
export function leadFocus(target: Target, from: Target = target?.parentElement): void {
  if (isFocusNowhere() || isFocusAt(from)) giveFocus(target)
}

/**
 * Leads the focus to the title of a step that has taken another one's place, and what had the focus with it.
 * @param step changes with each step; null: there is none.
 */
export function useLedFocus(step: string | null): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step !== null) leadFocus(title.current, null)
  }, [step])
  return title
}

/** Whether the focus is in a section, or nowhere else: then the page itself has it, or what the section lies in. */
export function isFocusAt(section: Target): boolean {
  const focused = document.activeElement
  if (!section || focused === null) return false
  return section.contains(focused) || focused.contains(section)
}

export function isFocusNowhere(): boolean {
  return document.activeElement === document.body
}
