import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PATIENT } from '../testing/patient.ts'
import {
  askForNotifications,
  closeNotices,
  closeNoticesOver,
  type Notice,
  notificationState,
  showNotice,
} from './notifications.ts'

let notice: Notice
let notices = 0
beforeEach(() => {
  notices += 1
  notice = { title: 'Próxima: Siesta 1', body: 'Le toca dormir.', tag: `siesta-${notices}` }
})

/** Android's Chrome has the constructor and refuses each call of it. */
class NotByThePage {
  static permission = 'granted'
  constructor() {
    throw new TypeError('Illegal constructor')
  }
}

function phoneWith(notifications: unknown, showNotification?: () => Promise<void>, shown: object[] = []) {
  if (notifications !== null) vi.stubGlobal('Notification', notifications)
  const getNotifications = async () => shown
  const registration = showNotification && { active: {}, showNotification, getNotifications }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
}

/** Locks as windows share them, for who takes one only where it is free. */
function freeLocks() {
  const held = new Set<string>()
  return {
    async request(name: string, _ifAvailable: LockOptions, work: LockGrantedCallback<Promise<void>>) {
      if (held.has(name)) return work(null)
      held.add(name)
      await work({ name, mode: 'exclusive' })
      held.delete(name)
    },
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('a reminder on a phone that', () => {
  it('is an iPhone with the app in a tab: there is nothing to ask and nothing to show with', async () => {
    phoneWith(null)
    expect(notificationState()).toBe('unsupported')
    expect(await askForNotifications()).toBe('blocked')
    await expect(showNotice(notice)).resolves.toBeUndefined()
  })

  it('is an Android whose worker is there: the worker shows it', async () => {
    const shown = vi.fn(async () => {})
    phoneWith(NotByThePage, shown)
    await showNotice(notice)
    expect(shown).toHaveBeenCalledWith(notice.title, expect.objectContaining({ tag: notice.tag }))
  })

  it('shows it already, from another tab: it is not heard twice, but one with other words is', async () => {
    const show = vi.fn(async () => {})
    phoneWith(NotByThePage, show, [notice])
    await showNotice(notice)
    expect(show).not.toHaveBeenCalled()
    await showNotice({ ...notice, body: 'Empieza más tarde.' })
    expect(show).toHaveBeenCalledWith(notice.title, expect.objectContaining({ renotify: true }))
  })

  it('had it swiped away before another tab came to it: it is not heard twice, but one with other words is', async () => {
    const show = vi.fn(async () => {})
    phoneWith(NotByThePage, show)
    vi.resetModules()
    const otherTab = await import('./notifications.ts')
    const told = new BroadcastChannel('nana-notices')
    const isTold = new Promise((resolve) => told.addEventListener('message', resolve))
    await showNotice(notice)
    await isTold
    told.close()
    // The other tab has a channel of its own, which may hear of it a moment later.
    await new Promise((resolve) => setTimeout(resolve))
    await otherTab.showNotice(notice)
    expect(show).toHaveBeenCalledOnce()
    await otherTab.showNotice({ ...notice, body: 'Empieza más tarde.' })
    await otherTab.showNotice({ ...notice, tag: `${notice.tag}-next` })
    expect(show).toHaveBeenCalledTimes(3)
  })

  it('has two windows that come to it at once: it is heard once, and the next one too', async () => {
    const show = vi.fn(async () => {})
    phoneWith(NotByThePage, show)
    vi.stubGlobal('navigator', { serviceWorker: navigator.serviceWorker, locks: freeLocks() })
    vi.resetModules()
    const otherWindow = await import('./notifications.ts')
    await Promise.all([showNotice(notice), otherWindow.showNotice(notice)])
    expect(show).toHaveBeenCalledOnce()
    await showNotice({ ...notice, tag: `${notice.tag}-next` })
    expect(show).toHaveBeenCalledTimes(2)
  })

  it('is an Android whose worker is not there yet: nothing is shown, and nothing breaks', async () => {
    phoneWith(NotByThePage)
    await expect(showNotice(notice)).resolves.toBeUndefined()
  })

  it('took its permission back while the reminder waited: nothing breaks', async () => {
    phoneWith(NotByThePage, async () => {
      throw new TypeError('No notification permission has been granted for this origin.')
    })
    await expect(showNotice(notice)).resolves.toBeUndefined()
  })
})

describe('a notice that is over is closed, and no other', () => {
  const OVER = 'siesta-over'
  const isOver = (tag: string) => tag === OVER

  it('where the worker has shown it', async () => {
    const standing = [notice.tag, OVER].map((tag) => ({ tag, close: vi.fn() }))
    const registration = { active: {}, getNotifications: async () => standing }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    await closeNoticesOver(isOver)
    expect(standing.map(({ close }) => close.mock.calls.length)).toEqual([0, 1])
  })

  it('where the page itself has, once', async () => {
    const closed: string[] = []
    class ByThePage {
      static permission = 'granted'
      readonly tag: string
      constructor(_title: string, { tag }: Notice) {
        this.tag = tag
      }
      close() {
        closed.push(this.tag)
      }
    }
    phoneWith(ByThePage)
    vi.resetModules()
    const page = await import('./notifications.ts')
    await page.showNotice(notice)
    await page.showNotice({ ...notice, tag: OVER })
    await page.closeNoticesOver(isOver)
    await page.closeNoticesOver(isOver)
    expect(closed).toEqual([OVER])
  })
})

describe('when a diary leaves the phone', () => {
  it('its notices do too, and whoever signs in next gets theirs, in whichever tab', async () => {
    const standing = new Map<string, { body: string; close: () => void }>()
    const heard = vi.fn((_title: string, { tag, body }: Notice) => {
      standing.set(tag, { body, close: () => standing.delete(tag) })
    })
    const getNotifications = async ({ tag }: { tag?: string } = {}) =>
      [...standing].flatMap(([key, notice]) => (tag === undefined || tag === key ? notice : []))
    vi.stubGlobal('Notification', NotByThePage)
    const registration = { active: {}, showNotification: heard, getNotifications }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    vi.resetModules()
    const otherTab = await import('./notifications.ts')
    await showNotice(notice)
    await otherTab.showNotice(notice)
    expect(heard).toHaveBeenCalledOnce()
    await closeNotices()
    expect([...standing.keys()]).toEqual([])
    await showNotice(notice)
    expect(heard).toHaveBeenCalledTimes(2)
    // As if swiped away: the other tab would be silent if it remembered what it showed before.
    standing.clear()
    await otherTab.showNotice({ ...notice, tag: 'later' })
    await closeNotices()
    heard.mockClear()
    await vi.waitFor(async () => {
      await otherTab.showNotice({ ...notice, tag: 'later' })
      expect(heard).toHaveBeenCalledOnce()
    }, PATIENT)
  })

  it('those that a page has made itself do too, in whichever tab', async () => {
    const standing = new Set<string>()
    class ByThePage {
      static permission = 'granted'
      readonly tag: string
      constructor(_title: string, { tag }: Notice) {
        this.tag = tag
        standing.add(tag)
      }
      close() {
        standing.delete(this.tag)
      }
    }
    phoneWith(ByThePage)
    vi.resetModules()
    const otherTab = await import('./notifications.ts')
    await showNotice(notice)
    await otherTab.showNotice({ ...notice, tag: `${notice.tag}-next` })
    await closeNotices()
    await vi.waitFor(() => expect([...standing]).toEqual([]), PATIENT)
  })

  it('a browser that refuses breaks nothing', async () => {
    const refuse = async () => {
      throw new DOMException('Not now', 'InvalidStateError')
    }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: refuse } })
    await expect(closeNotices()).resolves.toBeUndefined()
    vi.stubGlobal('navigator', {})
    await expect(closeNotices()).resolves.toBeUndefined()
  })
})
