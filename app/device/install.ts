import { useSyncExternalStore } from 'react'

/** How the app gets onto this phone's home screen: the browser can ask, or the carer does it by hand. */
export type InstallWay = { kind: 'ask'; ask: () => Promise<void> } | { kind: 'by-hand' }

/** Chromium's own event, which the library of browser types doesn't know. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

const HINT_KEY = 'install-hint'

let way: InstallWay | null = null
const listeners = new Set<() => void>()

function setWay(next: InstallWay | null): void {
  way = next
  for (const listener of listeners) listener()
}

/** To be called before the browser may offer it, which is soon after the page has loaded. */
export function watchForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would come whenever it likes.
    event.preventDefault()
    if (isInstallPrompt(event)) setWay({ kind: 'ask', ask: () => askOnce(event) })
  })
  addEventListener('appinstalled', () => setWay(null))
  if (isSafariOnPhone()) setWay({ kind: 'by-hand' })
}

/** The browser takes one answer for each of its events. */
async function askOnce(event: InstallPromptEvent): Promise<void> {
  setWay(null)
  await event.prompt()
}

/** Only Safari on iPhone and iPad says whether it runs from the home screen; other browsers there have other menus. */
function isSafariOnPhone(): boolean {
  const isInTab = 'standalone' in navigator && navigator.standalone === false
  return isInTab && !/CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo|GSA\//.test(navigator.userAgent)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Null where it is installed already, or can't be. */
export function useInstallWay(): InstallWay | null {
  return useSyncExternalStore(
    subscribe,
    () => way,
    () => null,
  )
}

/** The hint is given once: from the next start on it isn't there any more, answered or not. */
export function wasHinted(): boolean {
  return localStorage.getItem(HINT_KEY) !== null
}

export function rememberHint(): void {
  localStorage.setItem(HINT_KEY, 'given')
}
