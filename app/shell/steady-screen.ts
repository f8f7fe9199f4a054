import { flushSync } from 'react-dom'
import { store } from '../local/phone-store.ts'

/*
 * What another phone sends never moves what is under the finger. It isn't drawn while a finger is down or the page
 * scrolls; and when it is drawn, the field that has the focus, or else the place that was touched last or is being
 * read, stays where it is: the page scrolls by as much as it has moved.
 */

/** How long the screen must have been still: after a touch a second tap may follow, or the page scroll on. */
const STILL_AFTER_MS = 400
/** How long news is held back at most: a thumb may rest on the screen for good. */
const LONGEST_HOLD_MS = 10_000
/** How long after a touch the carer is taken to look at its place. */
const TOUCH_COUNTS_MS = 5_000
const LOOK_AGAIN_MS = 100

/** Holds back what comes from elsewhere while the screen is touched, until the returned function is called. */
export function keepScreenSteady(): () => void {
  const gestures = watchGestures()
  let waiting: (() => void) | null = null
  let heldSince = 0
  let timer = 0

  function tryToDraw(): void {
    if (gestures.areUnderWay() && performance.now() - heldSince < LONGEST_HOLD_MS) {
      timer = window.setTimeout(tryToDraw, LOOK_AGAIN_MS)
      return
    }
    const draw = waiting
    waiting = null
    if (draw === null) return
    const putBack = takeAnchor(gestures.lastPoint())
    flushSync(draw)
    putBack()
  }

  store.drawNewsBy((draw) => {
    const isHeld = waiting !== null
    waiting = draw
    if (isHeld) return
    heldSince = performance.now()
    // It waits a task, because React can't draw from within a drawing that is under way.
    timer = window.setTimeout(tryToDraw)
  })
  return () => {
    clearTimeout(timer)
    store.drawNewsBy(null)
    waiting?.()
    gestures.stop()
  }
}

interface Point {
  x: number
  y: number
}

function watchGestures() {
  let isDown = false
  let lastAt = Number.NEGATIVE_INFINITY
  let point: Point | null = null

  const remember = (at: Point | undefined, down: boolean) => {
    isDown = down
    lastAt = performance.now()
    if (at) point = at
  }
  const onTouch = (event: TouchEvent) => {
    const [touch] = event.changedTouches
    remember(touch && { x: touch.clientX, y: touch.clientY }, event.touches.length > 0)
  }
  // Fingers are followed by touch events, because a finger that scrolls sends no pointer events any more.
  const onMouse = (event: PointerEvent) => {
    if (event.pointerType !== 'touch')
      remember({ x: event.clientX, y: event.clientY }, event.type === 'pointerdown')
  }
  const onScroll = () => remember(undefined, isDown)

  const listening = new AbortController()
  const options = { passive: true, capture: true, signal: listening.signal }
  for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const) {
    window.addEventListener(name, onTouch, options)
  }
  for (const name of ['pointerdown', 'pointerup', 'pointercancel'] as const) {
    window.addEventListener(name, onMouse, options)
  }
  for (const name of ['scroll', 'wheel'] as const) window.addEventListener(name, onScroll, options)

  const passed = () => performance.now() - lastAt
  return {
    areUnderWay: () => isDown || passed() < STILL_AFTER_MS,
    lastPoint: () => (passed() < TOUCH_COUNTS_MS ? point : null),
    stop: () => listening.abort(),
  }
}

/** Notes where the anchor stands on the screen; the returned function scrolls the page until it stands there again. */
function takeAnchor(touched: Point | null): () => void {
  const places = pathOf(anchorElement(touched)).map((element) => ({ element, top: topOf(element) }))
  return () => {
    // When the anchor itself is gone, what it was in is the next best.
    const left = places.find(({ element }) => isDrawn(element))
    const moved = left === undefined ? 0 : topOf(left.element) - left.top
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
  }
}

function anchorElement(touched: Point | null): Element | null {
  const focused = document.activeElement
  if (focused?.matches('input, select, textarea') && isInView(focused)) return focused
  if (touched !== null) return document.elementFromPoint(touched.x, touched.y)
  // At the very top the carer hasn't scrolled to anything, and is to see what is new.
  return window.scrollY > 0 ? document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 3) : null
}

/** Whether an element is on the screen that is shown: one of a hidden tab has a place in the layout, too. */
function isDrawn(element: Element): boolean {
  return element.getClientRects().length > 0 && element.closest('[aria-hidden]') === null
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

function pathOf(element: Element | null): Element[] {
  return element === null || element === document.body ? [] : [element, ...pathOf(element.parentElement)]
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top
}
