import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_KEY, storedSession } from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { clearToast } from '../ui/overlays/toasts.ts'
import { deleteAccount } from './account.ts'

/* What is told of a deletion of which nobody heard whether it was made: the server is asked if the account exists. */

let ana: string
/** What the server says of the deletion, and then of whether the account exists; null: nothing. */
let told: Response | null
let exists: boolean | null
let asked: string[]

beforeEach(() => {
  ana = randomUUID()
  exists = null
  asked = []
  const storage = new PhoneStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const called = new URL(input).pathname.split('/').at(-1) ?? ''
    asked.push(called)
    if (called === 'token') return Response.json(session())
    if (called === 'logout') return new Response(null, { status: 204 })
    const answer = called === 'delete_my_account' ? told : exists === null ? null : Response.json(exists)
    if (answer === null) throw new TypeError('Failed to fetch')
    return answer
  })
  storage.setItem(SESSION_KEY, JSON.stringify({ ...session(), expires_at: 4e9 }))
})
afterEach(() => {
  clearToast()
  vi.unstubAllGlobals()
})

function session() {
  const token = ['h', btoa(JSON.stringify({ sub: ana, session_id: 'of-ana', exp: 4e9 })), 's'].join('.')
  const user = { id: ana, email: 'ana@example.org' }
  return { access_token: token, refresh_token: 'r', token_type: 'bearer', expires_in: 3600, user }
}

const deleted = () => deleteAccount('password', { code: '', isRecovery: false })
const UNHEARD = [
  ['nothing', () => null, 'network'],
  ['that a gateway’s server is away', () => new Response('', { status: 502 }), 'network'],
  ['that a proxy waits no longer', () => new Response('<html></html>', { status: 408 }), null],
  ['a page about a fault', () => new Response('<html></html>', { status: 500 }), null],
  ['the server’s own fault', () => Response.json({ code: 'XX000', message: 'oh' }, { status: 500 }), 'XX000'],
] as const

it.each(UNHEARD)('hears %s, and that the account is gone: it was deleted', async (_what, heard) => {
  told = heard()
  exists = false
  expect(await deleted()).toEqual({ kind: 'ok' })
  expect(storedSession()).toBeNull()
})

it.each(UNHEARD)('hears %s, and that the account exists: that is told', async (_what, heard, code) => {
  told = heard()
  exists = true
  expect(await deleted()).toEqual({ kind: 'failed', code, message: '' })
  expect(storedSession()?.userId).toBe(ana)
})

it.each(UNHEARD)('hears %s, and then nothing: nobody knows', async (_what, heard) => {
  told = heard()
  expect(await deleted()).toEqual({ kind: 'failed', code: 'unanswered', message: '' })
  expect(storedSession()?.userId).toBe(ana)
})

it('hears that it isn’t allowed, and asks no more', async () => {
  told = Response.json({ code: '42501', message: 'no' }, { status: 403 })
  expect(await deleted()).toEqual({ kind: 'failed', code: '42501', message: 'no' })
  expect(asked).not.toContain('account_exists')
})
