/** A finger that has gone farther scrolls, or thinks better of it. */
const SLOP_PX = 10

/** A finger that has rested longer wants something else of the browser. */
const LONG_PRESS_MS = 500

/** So soon after the page has moved, a finger that comes down may only stop it. */
const STILL_AFTER_MS = 100

/** They mind how the focus goes: with it goes the phone's keyboard, and what was typed is taken. */
const FIELDS = 'input, select, textarea'

interface Touch {
  button: HTMLButtonElement
  x: number
  y: number
  beganAt: number
}

/**
 * Presses a button as the finger lifts, until the returned function is called. The browser would look first what lies
 * under the finger, tell the page of a mouse that came there, went down and up, and move the focus (decision 064).
 * Whatever is no plain tap on a button is left to the browser: more fingers, swipes, long presses, a touch that stops
 * the page, links, and all taps while a field has the focus. Keyboards and mice press as ever.
 */
export function quickenTaps(): () => void {
  let touch: Touch | null = null
  let movedAt = Number.NEGATIVE_INFINITY
  const listening = new AbortController()
  const { signal } = listening
  const heed = { passive: true, capture: true, signal }
  const forget = () => {
    touch = null
  }
  const watchScroll = (event: Event) => {
    touch = null
    movedAt = event.timeStamp
  }
  const begin = (event: TouchEvent) => {
    touch = event.timeStamp - movedAt < STILL_AFTER_MS ? null : touchOf(event)
  }
  const follow = (event: TouchEvent) => {
    if (touch !== null && !isNear(touch, event)) touch = null
  }
  const end = (event: TouchEvent) => {
    const ended = touch
    touch = null
    if (ended === null || !event.cancelable || !isTap(ended, event)) return
    event.preventDefault()
    click(ended)
  }
  addEventListener('scroll', watchScroll, heed)
  addEventListener('touchstart', begin, heed)
  addEventListener('touchmove', follow, heed)
  addEventListener('touchcancel', forget, heed)
  // A reader of the screen may send a touch and a mouse, one within the other, and would press twice.
  addEventListener('mousedown', forget, heed)
  addEventListener('touchend', end, { ...heed, passive: false })
  return () => listening.abort()
}

function touchOf(event: TouchEvent): Touch | null {
  const [finger] = event.touches
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (finger === undefined || event.touches.length > 1 || button === null) return null
  if (document.activeElement?.matches(FIELDS)) return null
  return { button, x: finger.clientX, y: finger.clientY, beganAt: event.timeStamp }
}

function isNear({ x, y }: Touch, event: TouchEvent): boolean {
  const [finger] = event.changedTouches
  return finger !== undefined && Math.hypot(finger.clientX - x, finger.clientY - y) <= SLOP_PX
}

function isTap(touch: Touch, event: TouchEvent): boolean {
  if (event.timeStamp - touch.beganAt > LONG_PRESS_MS || !isNear(touch, event)) return false
  // Something may have come over the button since, or taken its place.
  return touch.button.contains(document.elementFromPoint(touch.x, touch.y))
}

/** With its place, which `button.click()` wouldn't tell: of a day's bars the nearest is meant. */
function click({ button, x, y }: Touch): void {
  if (button.disabled) return
  const place = { clientX: x, clientY: y, detail: 1 }
  button.dispatchEvent(new MouseEvent('click', { ...place, bubbles: true, cancelable: true, composed: true }))
}
