import type { BrowserContext, Page } from '@playwright/test'

interface SeenNotice {
  title: string
  body: string
  /** True from when the system has the notification on the screen until the page closes it. */
  isShown: boolean
}

/** Writes down each real notification of the browser. To be called before the page opens. */
export async function watchNotices(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen: SeenNotice[] = []
    const icons: string[] = []
    Reflect.set(window, 'seenNotices', seen)
    Reflect.set(window, 'noticeIcons', icons)
    window.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        const notice = { title: this.title, body: this.body, isShown: false }
        seen.push(notice)
        icons.push(this.icon)
        this.addEventListener('show', () => {
          notice.isShown = true
        })
        this.close = () => {
          notice.isShown = false
          super.close()
        }
      }
    }
  })
}

/** Returns the notifications so far. What the app asks the browser before it shows one is answered first. */
export function seenNotices(page: Page): Promise<SeenNotice[]> {
  return page.evaluate(async () => {
    await navigator.serviceWorker.getRegistration()
    return Reflect.get(window, 'seenNotices')
  })
}

/** Returns the addresses of the pictures that the notifications came with. */
export function noticeIcons(page: Page): Promise<string[]> {
  return page.evaluate(() => Reflect.get(window, 'noticeIcons'))
}

type Setting = 'prompt' | 'granted' | 'denied'

/** Sets what the browser holds about notifications of the page's site; 'prompt' is its 'default'. */
export async function setNotifications(page: Page, setting: Setting): Promise<void> {
  const change = await permissionSettings(page)
  await change(setting)
}

/**
 * Prepares the carer's answer to a question that the browser has not asked yet. No program can press the buttons of
 * that question: the answer is given just before the page asks, so that the browser itself answers the page with it.
 */
export async function answerNotificationQuestion(page: Page, answer: 'granted' | 'denied'): Promise<void> {
  const change = await permissionSettings(page)
  await change('prompt')
  await page.exposeFunction('carerAnswers', () => change(answer))
  await page.evaluate(() => {
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = async () => {
      await Reflect.get(window, 'carerAnswers')()
      return ask()
    }
  })
}

/**
 * Returns what changes the setting. A browser forgets a setting with the session that made it, and this session lasts
 * as long as the browser.
 */
async function permissionSettings(page: Page): Promise<(setting: Setting) => Promise<void>> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser')
  const ofPage = await page.context().newCDPSession(page)
  const { browserContextId } = (await ofPage.send('Target.getTargetInfo')).targetInfo
  const session = await browser.newBrowserCDPSession()
  return async (setting) => {
    await session.send('Browser.setPermission', {
      permission: { name: 'notifications' },
      setting,
      origin: new URL(page.url()).origin,
      ...(browserContextId !== undefined && { browserContextId }),
    })
  }
}
