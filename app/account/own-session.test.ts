import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LEAVING_KEY, leavingText } from '../session/leaving-note.ts'
import { SESSION_KEY, storedSession } from '../session/stored-session.ts'
import { handedOut, refusal, withAccountPage } from '../testing/account-page.ts'

/* What is done in the phone's own session, by what is heard of its token. */

/** The calls that were made: the method, and the last word of the path. */
let asked: string[]
/** What is heard of a call with that token. */
let answer: (called: string, token: string) => Response | Promise<Response>

const page = withAccountPage(async (address, init) => {
  const called = `${init.method} ${new URL(address).pathname.split('/').at(-1)}`
  asked.push(called)
  const token = new Headers(init.headers).get('Authorization')?.split('.').at(-1) ?? ''
  return answer(called, token)
})

beforeEach(() => {
  asked = []
  keep(handedOut({ name: 'old' }))
})

function keep(session: object): void {
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
}

const { user } = handedOut()

/** All that the server says of what it did, so that each call finds its own in it. */
const DONE = {
  ...user,
  new_email: 'otra@example.org',
  user,
  factors: [],
  codes: ['a'],
  sessions: [],
  totp: { qr_code: '<svg/>' },
}

describe('a token that the phone takes for a good one, and the server for none any more,', () => {
  it.each([
    [
      'a new password',
      () => page().own.changePassword('otra-siesta-larga', { current: '', code: '' }),
      ['PUT user'],
    ],
    ['the code for one', () => page().own.mailPasswordCode(), ['GET reauthenticate']],
    ['another address', () => page().own.changeEmail('otra@example.org'), ['PUT user']],
    ['the sessions', () => page().own.listSessions(), ['GET sessions']],
    ['a session’s end', () => page().own.endSession('other'), ['DELETE other']],
    ['codes on paper', () => page().own.makeRecoveryCodes(), ['POST recovery_codes']],
    ['a new factor', () => page().own.beginSecondFactor(), ['GET user', 'POST factors']],
    ['a factor’s end', () => page().own.endSecondFactor('factor'), ['DELETE factor']],
    ['a factor’s code', () => page().own.giveSecondFactor('factor', '123456'), ['POST challenge']],
    ['a code on paper', () => page().own.giveSecondFactor('factor', 'abc', true), ['POST verify']],
  ])('is renewed for %s', async (_what, change, calls) => {
    answer = (called, token) => {
      if (token === 'old') return refusal(403, 'bad_jwt')
      return Response.json(['POST token', 'POST verify'].includes(called) ? handedOut({ name: 'new' }) : DONE)
    }
    expect(await change()).toMatchObject({ kind: 'ok' })
    expect(asked.slice(0, calls.length + 2)).toEqual([calls[0], 'POST token', ...calls])
  })
})

it('what another tab renews meanwhile is as good as a renewal of this one', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: false })
  const events = new EventTarget()
  const listen = vi.fn(events.addEventListener.bind(events))
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  keep(handedOut({ name: 'old', expiresAt: 1 }))
  answer = () => Response.json(DONE)
  const listed = page().own.listSessions()
  // The client has taken the token by the time it waits for the network.
  await vi.waitFor(() => expect(listen).toHaveBeenCalled(), { timeout: 10_000 })
  keep(handedOut({ name: 'new' }))
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  events.dispatchEvent(new Event('online'))
  expect(await listed).toEqual({ kind: 'ok', sessions: [] })
  expect(asked).toEqual(['GET sessions'])
})

it.each([
  ['codes on paper', () => page().own.makeRecoveryCodes()],
  ['a code on paper', () => page().own.giveSecondFactor('factor', 'abc', true)],
])('%s may be done, where what is heard is not of the server', async (_what, change) => {
  answer = (called) => Response.json(called === 'POST token' ? handedOut({ name: 'new' }) : {})
  expect(await change()).toMatchObject({ kind: 'failed', code: 'network', mayBeDone: true })
})

describe('what another tab does with the session meanwhile', () => {
  const kept = () => localStorage.getItem(SESSION_KEY)
  const elsewhere = (called: string, deed: () => void) => {
    answer = (heard) => {
      if (heard === called) deed()
      return Response.json(heard === 'POST verify' ? handedOut({ name: 'raised' }) : DONE)
    }
  }

  it.each([
    ['a change', 'PUT user', () => page().own.changeEmail('otra@example.org')],
    ['a factor’s code', 'POST verify', () => page().own.giveSecondFactor('factor', '123456')],
    ['a code on paper', 'POST verify', () => page().own.giveSecondFactor('factor', 'abc', true)],
  ])('isn’t undone by the answer to %s, where that tab has signed out', async (_what, called, change) => {
    elsewhere(called, () => localStorage.removeItem(SESSION_KEY))
    await change()
    expect(asked).toContain(called)
    expect(kept()).toBeNull()
  })

  it('isn’t undone by a raised session, which is kept all the same: that tab may not sign out after all', async () => {
    const note = leavingText({ userId: 'ana', sessionId: 'of-ana', givenUp: null })
    elsewhere('POST verify', () => localStorage.setItem(LEAVING_KEY, note))
    await page().own.giveSecondFactor('factor', '123456')
    expect(storedSession()).toBeNull()
    localStorage.removeItem(LEAVING_KEY)
    expect(storedSession()?.refreshToken).toBe('raised')
  })

  it('isn’t undone by the answer to a change, where that tab has renewed it, and what has changed is known', async () => {
    elsewhere('PUT user', () => keep(handedOut({ name: 'new' })))
    expect(await page().own.changeEmail('otra@example.org')).toEqual({ kind: 'ok' })
    expect(storedSession()).toMatchObject({ refreshToken: 'new', newEmail: 'otra@example.org' })
  })

  it.each([
    ['a new factor', () => page().own.beginSecondFactor()],
    ['what the export says of the account', readAccountData],
  ])('isn’t undone by a refusal of the one before, which was asked for %s', async (_what, ask) => {
    answer = (called) => {
      if (called === 'GET consents') return Response.json([])
      if (called === 'GET user') keep(handedOut({ name: 'new' }))
      return called === 'GET user' ? refusal(403, 'session_not_found') : Response.json(DONE)
    }
    await ask()
    expect(asked).toContain('GET user')
    expect(storedSession()?.refreshToken).toBe('new')
  })
})

it('what a portal answers to a change is taken for no account', async () => {
  answer = () => Response.json({ id: 'portal' })
  expect(await page().own.changeEmail('otra@example.org')).toMatchObject({ code: 'network', mayBeDone: true })
  expect(storedSession()).toMatchObject({ userId: 'ana', refreshToken: 'old' })
})

it.each([
  ['our server’s', { code: 'weak_password', message: 'no' }],
  ['an older one’s', { code: 422, error_code: 'weak_password', msg: 'no' }],
])(
  'a password that is too weak is told by the rules that it breaks, in %s words',
  async (_whose, refused) => {
    answer = () => Response.json({ ...refused, weak_password: { reasons: ['length'] } }, { status: 422 })
    const told = await page().own.changePassword('corta', { current: '', code: '' })
    expect(told).toEqual({ kind: 'failed', code: 'weak_password', message: 'no', reasons: ['length'] })
  },
)

async function readAccountData() {
  return (await import('./account-data.ts')).readAccountData()
}

async function disown() {
  const { disownChange } = await import('../session/auth-link.ts')
  return disownChange({ kind: 'disown', tokenHash: 'hash', email: null })
}

const CHANGE = { email: 'ana@example.org', newEmail: 'otra@example.org' }

it.each([
  ['a factor’s end', () => page().own.endSecondFactor('factor'), { kind: 'ok' }],
  [
    'a code that is good no more',
    () => page().own.confirmEmailChange(CHANGE, '123456'),
    { kind: 'failed', mayBeDone: true },
  ],
  ['a change that somebody disowns', disown, { kind: 'ok' }],
])('%s is told within seconds, also while the session can’t be renewed', async (_what, change, expected) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  answer = (called) => {
    if (called === 'POST token') throw new TypeError('Failed to fetch')
    return called === 'POST verify' ? refusal(403, 'otp_expired') : Response.json(DONE)
  }
  const told = change()
  await vi.waitFor(() => expect(asked).toContain('POST token'))
  await vi.advanceTimersByTimeAsync(6_000)
  expect(await told).toMatchObject(expected)
  // What still tries to renew it comes to its end.
  answer = () => Response.json(handedOut({ name: 'new' }))
  await vi.advanceTimersByTimeAsync(30_000)
})
