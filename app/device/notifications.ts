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
  /** Two tabs that remind of the same thing show it once. */
  tag: string
}

/**
 * Shows a notice when this device may. A permission taken back meanwhile, or a browser that has notices but shows none,
 * is no failure of the app: the screen says the same.
 */
export async function showNotice(notice: Notice): Promise<void> {
  if (notificationState() !== 'granted') return
  try {
    await show(notice)
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
    const [shown] = await worker.getNotifications({ tag })
    if (shown?.body !== body) await worker.showNotification(title, options)
    return
  }
  const notice = new Notification(title, options)
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
}
