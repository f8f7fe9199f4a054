/** A page under watch notes these figures, all in milliseconds. */
interface Watched {
  /** This long after the navigation began a record of the day was painted; null as long as none is. */
  shownAt: number | null
  /** This long after it the app was painted that answers to what is pressed; null as long as it isn't. */
  answersAt: number | null
  /** Each save lasted so long, from the tap to the end of the durable write it led to. */
  saves: number[]
  /** Each change of the day lasted so long, up to the paint that followed. */
  days: number[]
  /** Each tap lasted so long up to its paint, as the browser itself measures interactions, in steps of 8 ms. */
  interactions: Map<number, number>
}

declare global {
  interface Window {
    watched: Watched
  }
}

/** Runs in the page ahead of the app, so everything it needs stands in it. It changes nothing of what the app does. */
export function watchPage(): void {
  const watched: Watched = { shownAt: null, answersAt: null, saves: [], days: [], interactions: new Map() }
  window.watched = watched

  const onPaint = (note: (now: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => note(performance.now())
      port2.postMessage(null)
    })

  const shown = new MutationObserver(() => {
    if (document.querySelector('main article') === null) return
    shown.disconnect()
    onPaint((now) => {
      watched.shownAt = now
    })
  })
  shown.observe(document, { childList: true, subtree: true })

  addEventListener('answering', () =>
    onPaint((now) => {
      watched.answersAt = now
    }),
  )

  let tappedAt = 0
  addEventListener(
    'pointerup',
    (event) => {
      tappedAt = event.timeStamp
    },
    true,
  )
  const begin: IDBDatabase['transaction'] = Reflect.get(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const transaction = begin.call(this, stores, mode, options)
    if (mode === 'readwrite' && options?.durability === 'strict') {
      const from = tappedAt
      transaction.addEventListener('complete', () => watched.saves.push(performance.now() - from))
    }
    return transaction
  }

  addEventListener(
    'change',
    (event) => {
      if (!(event.target instanceof HTMLInputElement) || event.target.type !== 'date') return
      onPaint((now) => watched.days.push(now - event.timeStamp))
    },
    true,
  )

  // Without this threshold the browser reports only what takes 104 ms. TypeScript's own type doesn't know it.
  const everything = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.interactionId) continue
      const longest = Math.max(entry.duration, watched.interactions.get(entry.interactionId) ?? 0)
      watched.interactions.set(entry.interactionId, longest)
    }
  }).observe(everything)
}
