import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PhoneStorage } from '../testing/phone-storage.ts'

/* A page that is older than the app on the phone is loaded anew when somebody signs in, unless a link is under way. */

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
  const { announceSession, SESSION_KEY } = await import('../session/stored-session.ts')
  hearOfUpdates()
  worker.dispatchEvent(new MessageEvent('message', { data: { version: 'newer' } }))
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
