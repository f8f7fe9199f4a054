import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import {
  acceptInvitation,
  changeAccess,
  endAccess,
  inviteToFamily,
  leaveFamily,
  wasLeftHere,
  withdrawInvitation,
} from './access.ts'
import { refreshFamilies } from './families.ts'

/* What is said of a change of who is in when its answer got lost: the list tells whether it was done. */

const [ANA, EVA, PAPA] = [1, 2, 3].map((last) => `c0ffee00-0000-4000-8000-00000000000${last}`) as [
  string,
  string,
  string,
]
const INVITED = { name: 'Yaya', role: 'viewer', until: null } as const
const UNTIL = '2090-01-01T00:00:00.000Z'

interface Server {
  families: { family_id: string; role: string; people: object[]; invitations: { id: string }[] }[]
  calls: string[]
  /** Under which ids somebody was invited. */
  invited: string[]
  /** What a call does there before its answer gets lost. */
  lost: ((name: string) => void) | null
  /** What is heard in place of an answer that got lost; 0: nothing. */
  heard: number
  isAway: boolean
}
let server: Server

beforeEach(async () => {
  const storage = new PhoneStorage()
  server = {
    families: [family(ANA, 'owner'), family(EVA, 'carer')],
    calls: [],
    invited: [],
    lost: null,
    heard: 0,
    isAway: false,
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', answer)
  const token = ['h', btoa(JSON.stringify({ sub: ANA, session_id: 'of-ana' })), 's'].join('.')
  const user = { id: ANA, email: 'ana@example.org' }
  storage.setItem(
    SESSION_KEY,
    JSON.stringify({ access_token: token, refresh_token: 'r', expires_at: 4e9, user }),
  )
  await refreshFamilies(ANA)
  server.calls = []
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function answer(url: string, { body }: { body: string }): Promise<Response> {
  const called = url.split('/').at(-1) ?? ''
  // A table's own answer to a write says how many rows there are.
  const headers = { 'Content-Range': '0-0/*' }
  if (called === 'my_families' && !server.isAway) return Response.json(server.families, { headers })
  const { id = '' } = JSON.parse(body) as { id?: string }
  if (called === 'invite_to_family') server.invited.push(id)
  if (called === 'withdraw_invitation') {
    own().invitations = own().invitations.filter((invitation) => invitation.id !== id)
  }
  server.calls.push(called)
  if (server.lost === null) {
    const made = { id, token: 'token', expires_at: '2025-08-08T10:00:00Z' }
    return Response.json(called === 'invite_to_family' ? made : '', { headers })
  }
  server.lost(called)
  if (server.heard === 0) throw new TypeError('Failed to fetch')
  return new Response('', { status: server.heard })
}

/** What is heard of one kind of call, in place of the server. */
function answerInPlaceOf(called: string, heard: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) =>
    url.endsWith(`/${called}`) ? heard() : answer(url, init),
  )
}

function family(family_id: string, role: string) {
  const people = [person({})]
  const others = { baby_name: 'Lucía', owner_name: null, until: null, is_open: true }
  return { family_id, role, ...others, is_untouched: false, access_rev: 1, people, invitations: [] }
}

function person(about: object) {
  const at = { granted_at: '2025-08-01T10:00:00Z', ended_at: null, last_seen_at: null }
  return { account_id: PAPA, name: 'Papá', role: 'carer', until: null, ...at, ...about }
}

const invitation = (id: string, about: object = {}) => ({
  id,
  ...INVITED,
  invited_at: '2025-08-01T10:00:00Z',
  expires_at: '2025-08-08T10:00:00Z',
  ...about,
})

function own(): Server['families'][number] {
  const [first] = server.families
  if (first === undefined) throw new Error('The list has no family')
  return first
}

describe.each([
  ['got lost', 0, 'network'],
  ['was a proxy’s that had waited for long enough', 408, null],
  ['was a fault on the way', 500, null],
])('a change whose answer %s', (_what, status, code) => {
  const LOST = { kind: 'failed', code }
  beforeEach(() => {
    server.heard = status
  })

  it('of a family that was left is done where the family isn’t listed any more', async () => {
    server.lost = () => server.families.splice(1)
    expect(await leaveFamily(EVA)).toEqual({ kind: 'ok' })
    expect(wasLeftHere(EVA)).toBe(true)
  })

  it('of a family that is listed still was not left', async () => {
    server.lost = () => {}
    expect(await leaveFamily(EVA)).toEqual({ ...LOST, message: expect.any(String) })
    expect(wasLeftHere(EVA)).toBe(false)
  })

  it('of an access that was ended is done where nobody of that account is in', async () => {
    server.lost = () => {}
    expect(await endAccess(PAPA)).toMatchObject(LOST)
    server.lost = () => {
      own().people = [person({ ended_at: '2025-08-02T10:00:00Z' })]
    }
    expect(await endAccess(PAPA)).toEqual({ kind: 'ok' })
  })

  it('of what somebody may do is done where the list says it so', async () => {
    const grant = { role: 'viewer', name: 'Papi', until: UNTIL } as const
    server.lost = () => {
      own().people = [person({ role: 'viewer', name: 'Papi' })]
    }
    expect(await changeAccess(PAPA, grant)).toMatchObject(LOST)
    server.lost = () => {
      own().people = [person({ ...grant, until: '2090-01-01T00:00:00+00:00' })]
    }
    expect(await changeAccess(PAPA, grant)).toEqual({ kind: 'ok' })
    expect(await changeAccess(PAPA, { ...grant, until: null })).toMatchObject(LOST)
  })

  it('of an invitation that was withdrawn is done where it isn’t listed any more', async () => {
    own().invitations = [invitation('one')]
    await refreshFamilies(ANA)
    server.lost = () => {}
    expect(await withdrawInvitation('one')).toEqual({ kind: 'ok' })
  })

  it('may be done while the list isn’t to be had either', async () => {
    server.lost = () => server.families.splice(1)
    server.isAway = true
    expect(await leaveFamily(EVA)).toMatchObject({ ...LOST, mayBeDone: true })
    // Once the list is heard without the family, it was left here, and nobody has sent this account away.
    expect(wasLeftHere(EVA)).toBe(true)
  })

  it('takes an invitation back whose link nobody has been told, so that the next try is the only one', async () => {
    own().invitations = [invitation('known')]
    await refreshFamilies(ANA)
    server.lost = (name) => {
      server.lost = null
      if (name === 'invite_to_family')
        own().invitations.push(invitation('other'), invitation(server.invited[0] ?? ''))
    }
    const { failure } = await inviteToFamily(INVITED)
    expect(failure).toMatchObject({ status })
    expect(server.calls).toEqual(['invite_to_family', 'withdraw_invitation'])
    expect(own().invitations.map(({ id }) => id)).toEqual(['known', 'other'])
  })

  it.each([
    ['was not heard of here yet', false],
    ['could not be heard of', true],
  ])('takes no invitation back that another phone has made, and that %s', async (_how, isAway) => {
    own().invitations = [invitation('theirs')]
    server.isAway = isAway
    server.lost = (name) => {
      if (name !== 'invite_to_family') return
      server.lost = null
      server.isAway = false
    }
    const { failure } = await inviteToFamily(INVITED)
    expect(failure).toMatchObject({ status })
    expect(server.calls).not.toContain('withdraw_invitation')
    expect(own().invitations.map(({ id }) => id)).toEqual(['theirs'])
  })

  it('of an invitation that nobody was heard of at all is the same one when it is tried again', async () => {
    server.lost = () => {}
    server.isAway = true
    expect((await inviteToFamily(INVITED)).failure).toMatchObject({ status })
    server.lost = null
    server.isAway = false
    for (const grant of [INVITED, INVITED, { ...INVITED, name: 'Tío' }])
      expect((await inviteToFamily(grant)).failure).toBeNull()
    const [lost, again, ...others] = server.invited
    expect(again).toBe(lost)
    expect(new Set([lost, ...others]).size).toBe(3)
  })

  it('of an invitation isn’t the same one as another that says something else', async () => {
    server.lost = () => {}
    server.isAway = true
    for (const name of ['Yaya', 'Tío']) await inviteToFamily({ ...INVITED, name })
    expect(new Set(server.invited).size).toBe(2)
  })
})

describe.each([
  ['isn’t let through', true, () => new Response('', { status: 429 })],
  ['has no network', false, () => Promise.reject(new TypeError('Failed to fetch'))],
])('a try that %s', (_what, onLine, next) => {
  function stopNext(called: string): void {
    vi.stubGlobal('navigator', { userAgent: '', onLine })
    answerInPlaceOf(called, next)
  }

  it('has left no family, though the list isn’t to be had', async () => {
    server.lost = () => {}
    await leaveFamily(EVA)
    server.isAway = true
    stopNext('leave_family')
    expect(await leaveFamily(EVA)).toMatchObject({ kind: 'failed' })
    expect(wasLeftHere(EVA)).toBe(false)
  })

  it('takes nothing back of a family that was left in a dead spot', async () => {
    server.lost = () => server.families.splice(1)
    server.isAway = true
    await leaveFamily(EVA)
    stopNext('leave_family')
    expect(await leaveFamily(EVA)).toMatchObject({ kind: 'failed' })
    expect(wasLeftHere(EVA)).toBe(true)
  })

  it('is followed by one for the same invitation, if nobody was heard of it', async () => {
    server.lost = () => {}
    server.isAway = true
    await inviteToFamily(INVITED)
    stopNext('invite_to_family')
    await inviteToFamily(INVITED)
    server.lost = null
    vi.stubGlobal('fetch', answer)
    await inviteToFamily(INVITED)
    const [lost, again] = server.invited
    expect(again).toBe(lost)
  })
})

it('a family that the server lets nobody leave was not left, though the list isn’t to be had', async () => {
  server.isAway = true
  const refusal = { code: '22023', message: 'no' }
  answerInPlaceOf('leave_family', () => Response.json(refusal, { status: 400 }))
  expect(await leaveFamily(EVA)).toEqual({ kind: 'failed', ...refusal })
  expect(wasLeftHere(EVA)).toBe(false)
})

it('an invitation’s link is told where the phone has no room for the list', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(await inviteToFamily(INVITED)).toMatchObject({ data: { token: 'token' }, failure: null })
  vi.restoreAllMocks()
})

describe('an invitation that is taken', () => {
  let answers: object[]
  beforeEach(() => {
    answers = []
    vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
      const told = url.endsWith('/accept_invitation') ? answers.shift() : undefined
      return told === undefined
        ? answer(url, init)
        : Response.json(told, { headers: { 'Content-Range': '*/*' } })
    })
  })

  it('twice at once is taken: who is told to be inside by now asks once more', async () => {
    answers = [{ refused: 'inside' }, { family_id: EVA }]
    expect(await acceptInvitation('token')).toEqual({ kind: 'ok' })
  })

  it('by who was inside before stays good for somebody else', async () => {
    answers = [{ refused: 'inside' }, { refused: 'inside' }]
    expect(await acceptInvitation('token')).toEqual({ kind: 'inside' })
  })
})
