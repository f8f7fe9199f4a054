import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { linkPart, showLinkPart } from '../../session/links/link-part.ts'
import { SESSION_KEY } from '../../session/stored-session.ts'
import { PhoneStorage } from '../../testing/phone-storage.ts'
import { keepUntilConfirmed, keptInvitation, notePressed } from './kept-invitation.ts'

/* An invitation that is taken by itself, while the server's answer to that is still to come. */

const TOKEN = 'c0ffee'
const EMAIL = 'ana@example.org'

beforeEach(() => {
  vi.stubGlobal('localStorage', new PhoneStorage())
  vi.stubGlobal('sessionStorage', new PhoneStorage())
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9', hash: '', pathname: '/' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  const token = ['h', btoa(JSON.stringify({ session_id: 'of-ana' })), 's'].join('.')
  const user = { id: 'c0ffee00-0000-4000-8000-000000000001', email: EMAIL }
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ access_token: token, refresh_token: 'r', expires_at: 4e9, user }),
  )
})
afterEach(() => {
  showLinkPart(null)
  vi.unstubAllGlobals()
})
// What follows the session here goes on with it, and other files of this process have one too.
afterAll(() => vi.resetModules())

/** Loaded only now: it looks at the session as soon as it is there. */
async function follow() {
  const { followInvitation } = await import('./follow-invitation.ts')
  followInvitation()
}

function neverAnswering() {
  const asked = vi.fn(() => new Promise<Response>(() => {}))
  vi.stubGlobal('fetch', asked)
  return asked
}

it('waits in this tab until the server has answered, for whoever reloads meanwhile', async () => {
  const asked = neverAnswering()
  notePressed(TOKEN)
  await follow()
  await expect.poll(() => asked).toHaveBeenCalled()
  expect(keptInvitation()).toEqual({ token: TOKEN, isPressed: true })
})

it('is asked of another account that signs in meanwhile, and not taken for it', async () => {
  const asked = neverAnswering()
  notePressed(TOKEN)
  await follow()
  await expect.poll(() => asked).toHaveBeenCalled()
  const session = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '')
  const other = { ...session.user, id: 'c0ffee00-0000-4000-8000-000000000002' }
  localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, user: other }))
  expect(keptInvitation()).toEqual({ token: TOKEN, isPressed: false })
})

it('that waited for a mailbox is this tab’s from then on: another one doesn’t take it too', async () => {
  const asked = neverAnswering()
  keepUntilConfirmed(TOKEN, EMAIL)
  await follow()
  await expect.poll(() => asked).toHaveBeenCalled()
  expect(keptInvitation()).toEqual({ token: TOKEN, isPressed: true })
  vi.stubGlobal('sessionStorage', new PhoneStorage())
  expect(keptInvitation()).toBeNull()
})

it('is forgotten once it is answered', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ refused: 'gone' }, { headers: { 'Content-Range': '*/*' } }),
  )
  notePressed(TOKEN)
  await follow()
  await expect.poll(() => linkPart()).not.toBeNull()
  expect(keptInvitation()).toBeNull()
})
