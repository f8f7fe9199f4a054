import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhoneStorage } from '../testing/phone-storage.ts'

/*
 * A page that is older than the app on the phone is loaded anew when somebody signs in, unless a link is under way. So
 * the sign-in shows here whether another page was offered.
 */

const reload = vi.fn()
let worker: EventTarget

beforeEach(() => {
  reload.mockClear()
  worker = new EventTarget()
  vi.resetModules()
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('sessionStorage', new PhoneStorage())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { hash: '', search: '', reload })
  vi.stubGlobal('navigator', { serviceWorker: worker })
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: () => {},
    getElementById: () => null,
    querySelector: () => null,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})
// What follows the session here goes on with it, and other files of this process have one too.
afterAll(() => vi.resetModules())

async function signInOnAnOldPage() {
  const { hearOfUpdates } = await import('./updates.ts')
  hearOfUpdates()
  worker.dispatchEvent(new MessageEvent('message', { data: { version: 'newer' } }))
  await signIn()
}

async function signIn() {
  const { announceSession, SESSION_KEY } = await import('../session/stored-session.ts')
  const token = ['h', btoa(JSON.stringify({ session_id: 'of-ana' })), 's'].join('.')
  const user = { id: 'c0ffee00-0000-4000-8000-000000000001', email: 'ana@example.org' }
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ access_token: token, refresh_token: 'r', expires_at: 4e9, user }),
  )
  announceSession()
}

it('by the form', async () => {
  await signInOnAnOldPage()
  expect(reload).toHaveBeenCalledOnce()
})

it.each([
  ['nana-mail-link', '#token_hash=0a1b&type=invite'],
  ['nana-invitation', 'c0ffee pressed'],
])('not for a link that this tab keeps as %s', async (key, link) => {
  sessionStorage.setItem(key, link)
  await signInOnAnOldPage()
  expect(reload).not.toHaveBeenCalled()
})

interface Served {
  /** Undefined: this page's own version. */
  version?: string
  /** Whose worker is the newest one. */
  worker?: 'installing' | 'waiting' | 'active'
  /** Whether one that is older than the newest waits. */
  isOlderWaiting?: boolean
  otherDay?: boolean
}

/** The page looks once for news, and then somebody signs in. @param put what becomes of a page that is to be kept. */
async function lookAndSignIn(
  { version, worker: newest = 'active', isOlderWaiting = false, otherDay = false }: Served,
  put = vi.fn(),
) {
  const { settings } = await import('../device/settings.ts')
  const newestWorker = { postMessage: vi.fn() }
  const update = async () => {}
  const older = isOlderWaiting ? { postMessage: newestWorker.postMessage } : null
  const registration = { installing: null, waiting: older, active: null, [newest]: newestWorker, update }
  Object.assign(worker, { controller: {}, register: async () => registration })
  const kept = new Response('<title>As it was kept</title>')
  vi.stubGlobal('caches', { match: async () => kept.clone(), open: async () => ({ put }) })
  vi.stubGlobal('fetch', async () => new Response('<title>As it is served</title>'))
  const textContent = JSON.stringify({ ...settings, fixedNow: otherDay ? '2025-08-14' : null })
  const page = {
    querySelector: () => (version === undefined ? null : { content: version }),
    getElementById: () => ({ textContent }),
  }
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = () => page
    },
  )
  vi.stubGlobal('setInterval', () => 0)
  const { hearOfUpdates, lookForUpdates } = await import('./updates.ts')
  hearOfUpdates()
  await lookForUpdates()
  // All that it asks is answered at once.
  await new Promise((resolve) => setTimeout(resolve))
  await signIn()
  return newestWorker
}

it('where the worker of the new version is in charge, and its message was missed', async () => {
  await lookAndSignIn({ version: 'newer', worker: 'active' })
  expect(reload).toHaveBeenCalledOnce()
})

it.each(['installing', 'waiting'] as const)(
  'not where the worker of the new version is %s: a page that is loaded now is the old one',
  async (newest) => {
    await lookAndSignIn({ version: 'newer', worker: newest })
    expect(reload).not.toHaveBeenCalled()
  },
)

it('and a worker that waits is asked to take over, because a browser may have forgotten that it is to', async () => {
  const waiting = await lookAndSignIn({ version: 'newer', worker: 'waiting' })
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith('take over')
})

it('but not one that waits while another installs: the server may have taken its version back', async () => {
  const { postMessage } = await lookAndSignIn({
    version: 'newer',
    worker: 'installing',
    isOlderWaiting: true,
  })
  expect(postMessage).not.toHaveBeenCalled()
})

it('where the server has other settings, which the phone keeps before they are offered', async () => {
  const put = vi.fn()
  await lookAndSignIn({ otherDay: true }, put)
  expect(put).toHaveBeenCalledOnce()
  expect(reload).toHaveBeenCalledOnce()
})

it('not for settings that the phone has no room for: a page that is loaded now has the old ones', async () => {
  await lookAndSignIn({ otherDay: true }, vi.fn().mockRejectedValue(new Error('No room')))
  expect(reload).not.toHaveBeenCalled()
})

it('not where nothing is new', async () => {
  await lookAndSignIn({})
  expect(reload).not.toHaveBeenCalled()
})
