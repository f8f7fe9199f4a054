export interface ToastMessage {
  title: string
  detail?: string
  /** Success by default. */
  tone?: 'success' | 'failure'
  /** Milliseconds until it goes by itself; 5000 by default. */
  durationMs?: number
  action?: { label: string; run: () => void }
}

export interface ShownToast extends ToastMessage {
  key: number
}

export const TOAST_DURATION_MS = 5000

let shown: ShownToast | null = null
let lastKey = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | null): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a message above the tab bar. Only one is on screen: the newest takes the place of the one before. */
export function showToast(message: ToastMessage): void {
  lastKey += 1
  show({ ...message, key: lastKey })
}

/** Takes a message away, unless a newer one has already taken its place. */
export function dismissToast(key: number): void {
  if (shown?.key === key) show(null)
}

/** Takes away whatever is shown: what it says no longer holds. */
export function clearToast(): void {
  show(null)
}

/** Takes away a message with a button: nobody may do any more what it offers. */
export function withdrawOffer(): void {
  if (shown?.action !== undefined) show(null)
}

export function shownToast(): ShownToast | null {
  return shown
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
