/** What the browser says; 'unsupported' where it has no notifications, as Safari on iOS outside the home screen. */
export type NotificationState = NotificationPermission | 'unsupported'

export function notificationState(): NotificationState {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported'
}

/** granted · refused: just now, to our question · blocked: before, or there is nobody to ask. */
export type PermissionAnswer = 'granted' | 'refused' | 'blocked'

/** Asks only where the browser would show the question; must come from a tap. */
export async function askForNotifications(): Promise<PermissionAnswer> {
  const state = notificationState()
  if (state === 'granted') return 'granted'
  if (state !== 'default') return 'blocked'
  return (await Notification.requestPermission()) === 'granted' ? 'granted' : 'refused'
}

export interface Notice {
  title: string
  body: string
  /** Two tabs that remind of the same thing show it once, also where it is swiped away in between. */
  tag: string
}

/** By their tags, the words that were shown last, in whichever tab since this one was opened. */
const shown = new Map<string, string>()

/** By their tags, the notices that this page has made itself: the browser lists only those of the worker. */
const own = new Map<string, Notification>()

const ALL_CLOSED = 'all closed'

/** The browser tells a page of the notices that still stand, and of no other. */
const otherTabs = new BroadcastChannel('nana-notices')
otherTabs.addEventListener('message', ({ data }: MessageEvent<Notice | typeof ALL_CLOSED>) => {
  if (data === ALL_CLOSED) closeOwn()
  else shown.set(data.tag, data.body)
})

/**
 * Shows a notice when this device may. A permission taken back meanwhile, or a browser that has notices but shows none,
 * is no failure of the app: the screen says the same.
 */
export async function showNotice(notice: Notice): Promise<void> {
  if (notificationState() !== 'granted') return
  const locks = navigator.locks as LockManager | undefined
  const showOnce = async () => {
    if (shown.get(notice.tag) === notice.body) return
    await show(notice)
    shown.set(notice.tag, notice.body)
    otherTabs.postMessage(notice)
  }
  try {
    // Where it isn't free another window is just showing it.
    const free = { ifAvailable: true }
    await (locks?.request(`nana-notice ${notice.tag}`, free, (lock) => lock && showOnce()) ?? showOnce())
  } catch (reason) {
    console.info(reason)
  }
}

/**
 * Android only lets a service worker do it. A notice that takes the place of one with other words is heard like a first
 * one (`renotify`, which the types don't know yet).
 */
async function show({ title, body, tag }: Notice): Promise<void> {
  const options = { body, tag, renotify: true, lang: 'es', icon: '/icons/icon-192.png' }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker?.active) {
    const [standing] = await worker.getNotifications({ tag })
    if (standing?.body !== body) await worker.showNotification(title, options)
    return
  }
  const notice = new Notification(title, options)
  own.set(tag, notice)
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
}

/** Closes every notice, in whichever tab it was shown, because the diary that they are about leaves this phone. */
export async function closeNotices(): Promise<void> {
  closeOwn()
  otherTabs.postMessage(ALL_CLOSED)
  await closeStanding(() => true)
}

/** Closes the notices that this page may close and whose tags tell that they are over. */
export async function closeNoticesOver(isOver: (tag: string) => boolean): Promise<void> {
  for (const [tag, notice] of own) {
    if (!isOver(tag)) continue
    notice.close()
    own.delete(tag)
  }
  await closeStanding(isOver)
}

/** A browser that refuses leaves what it has. */
async function closeStanding(isMeant: (tag: string) => boolean): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    const standing = (await worker?.getNotifications()) ?? []
    for (const notice of standing) if (isMeant(notice.tag)) notice.close()
  } catch (reason) {
    console.info(reason)
  }
}

/** Closes those that this page has made, and forgets which were shown. */
function closeOwn(): void {
  for (const notice of own.values()) notice.close()
  own.clear()
  shown.clear()
}
