/*
 * A page in which something is being typed, or waits to be sent, stays at the diary that it shows, whatever another tab
 * or the server says: what is typed belongs to that diary, and only the diary that is shown is sent. What the server
 * refused counts as well: it may be all that there is in an own diary, which is then not offered beside a family's.
 */

let isHeld = () => false
const waiting = new Set<() => void>()

/** Says from now on when the page is held. @param subscribe calls back when that may have changed. */
export function holdPageWhile(condition: () => boolean, subscribe: (listener: () => void) => void): void {
  isHeld = condition
  subscribe(() => {
    if (waiting.size === 0 || isHeld()) return
    const due = [...waiting]
    waiting.clear()
    for (const goOn of due) goOn()
  })
}

export function isPageHeld(): boolean {
  return isHeld()
}

/** Calls back when the page isn't held any more; the same function once, however often it is handed in. */
export function onceFree(goOn: () => void): void {
  waiting.add(goOn)
}
