import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../session/stored-session.ts'
import { PhoneStorage } from '../testing/phone-storage.ts'
import { TabLocks } from '../testing/tab-locks.ts'
import { refreshFamilies } from './families.ts'
import {
  answerProposal,
  answerRequest,
  askConsultant,
  knownSupport,
  newReplies,
  noteDraft,
  refreshSupport,
  takeAnswerBack,
  tellAnswers,
} from './support.ts'
import { forgetSupport, keepUntold, supportKey } from './support-key.ts'
import type { Proposal, Support } from './support-schema.ts'

/* What is asked of the server about a support, what it is told, and what the phone keeps meanwhile. */

const [ANA, EVA] = ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000002']
const MARTA = {
  account_id: 'c0ffee00-0000-4000-8000-000000000003',
  name: 'Marta',
  role: 'consultant',
  granted_at: '2025-08-01T10:00:00Z',
  until: null,
  ended_at: null,
  last_seen_at: null,
}
const REQUEST = {
  id: 'request',
  name: 'Marta',
  purpose: 'Para ver sus siestas.',
  until: '2090-01-01T00:00:00Z',
  open_until: null,
  asked_at: new Date().toISOString(),
  starts_on: '2089-11-01',
  ends_on: '2089-12-01',
  hours: '',
}

const PROPOSAL: Proposal = {
  id: 'proposal',
  name: 'Marta',
  sentence: 'Una siesta menos.',
  first_wake_window: '2h',
  naps_count: 2,
  naps: [],
  night_bedtime: '20:15',
}

let storage: PhoneStorage
/** The server's: what it tells, and what it was called. */
let said: Support
let people: object[]
let rev: number
let calls: string[]
/** Comes before an answer, and may say what is heard in place of it. */
let before: (call: string) => unknown

beforeEach(async () => {
  storage = new PhoneStorage()
  said = { requests: [], support: null, proposals: [], questions: [] }
  people = []
  rev = 1
  calls = []
  before = () => {}
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:9' })
  vi.stubGlobal('navigator', { userAgent: '', onLine: true })
  vi.stubGlobal('fetch', answer)
  signIn(ANA)
  await refreshFamilies(ANA)
  calls = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function signIn(userId: string): void {
  const token = ['h', btoa(JSON.stringify({ sub: userId, session_id: `of-${userId}` })), 's'].join('.')
  const user = { id: userId, email: 'ana@example.org' }
  const session = { access_token: token, refresh_token: 'r', expires_at: 4e9, user }
  storage.setItem(SESSION_KEY, JSON.stringify(session))
}

async function answer(url: string, { body }: { body: string }): Promise<Response> {
  const called = url.split('/').at(-1) ?? ''
  const { id, accepted, taken } = JSON.parse(body) as { id?: string; accepted?: boolean; taken?: boolean }
  const call = [called, id, accepted ?? taken].filter((part) => part !== undefined).join(' ')
  calls.push(call)
  const instead = await before(call)
  if (instead instanceof Response) return instead
  // A table's own answer to a write says how many rows there are.
  const headers = { 'Content-Range': '0-0/*' }
  if (called === 'my_families') return Response.json([family()], { headers })
  if (called === 'my_support') return Response.json(said, { headers })
  return Response.json(called === 'ask_consultant' ? 'a-question' : true, { headers })
}

function family() {
  const own = { family_id: ANA, baby_name: 'Lucía', owner_name: 'Ana', role: 'owner', until: null }
  return { ...own, is_open: true, is_untouched: false, access_rev: rev, people, invitations: [] }
}

const replied = (id: string, replied_at: string) => ({
  id,
  question: `¿${id}?`,
  asked_at: replied_at,
  reply: 'Sí.',
  replied_by: 'Marta',
  replied_at,
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** What is heard where an answer got lost; 0: nothing. */
function lost(status: number): Response {
  if (status === 0) throw new TypeError('no network')
  return new Response('', { status })
}

function loseAnswerOf(called: string, status = 0): void {
  before = (call) => call.startsWith(called) && lost(status)
}

it('asks once for each change of who is in, however many ask', async () => {
  await Promise.all([refreshSupport(), refreshSupport()])
  rev = 2
  await refreshFamilies(ANA)
  await Promise.all([refreshSupport(), refreshSupport(), refreshSupport()])
  expect(calls).toEqual(['my_support', 'my_families', 'my_support'])
  expect(knownSupport()?.rev).toBe(2)
})

it('doesn’t ask a database without supports again until something has changed', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'PGRST202', message: '' }, { status: 404 }))
  await refreshSupport()
  expect(knownSupport()?.rev).toBe(1)
})

it('to a phone that has never heard of any, a reply is news for three days, and then until it is read', async () => {
  said = { ...said, questions: [replied('new', daysAgo(1)), replied('old', daysAgo(9))] }
  await refreshSupport()
  const kept = knownSupport()
  expect(kept && newReplies(kept).map(({ id }) => id)).toEqual(['new'])
})

it('tells answers in their order, and what it couldn’t tell the next time', async () => {
  answerProposal('first', true)
  answerProposal('second', false)
  loseAnswerOf('answer_proposal second')
  await tellAnswers()
  expect(knownSupport()?.answers).toEqual([{ id: 'second', taken: false }])
  before = () => {}
  await tellAnswers()
  expect(knownSupport()?.answers).toEqual([])
  expect(calls).toEqual([
    'answer_proposal first true',
    'answer_proposal second false',
    'answer_proposal second false',
  ])
})

it('tells an answer at once and takes it back afterwards, and the proposal is there again', async () => {
  said = { ...said, proposals: [PROPOSAL] }
  await refreshSupport()
  answerProposal(PROPOSAL.id, true)
  await tellAnswers()
  expect(knownSupport()?.said.proposals).toEqual([])
  takeAnswerBack(PROPOSAL)
  expect(knownSupport()?.said.proposals).toEqual([PROPOSAL])
  await tellAnswers()
  expect(knownSupport()).toMatchObject({ said: { proposals: [PROPOSAL] }, answers: [] })
  expect(calls.slice(1)).toEqual(['answer_proposal proposal true', 'take_back_answer proposal'])
})

it('what another tab takes back is told after the answer that is on its way', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: true, locks: new TabLocks() })
  vi.resetModules()
  const otherTab = await import('./support.ts')
  said = { ...said, proposals: [PROPOSAL] }
  await refreshSupport()
  let [leave, arrive] = [() => {}, () => {}]
  const onItsWay = new Promise<void>((resolve) => {
    leave = resolve
  })
  const slow = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const done: string[] = []
  before = async (call) => {
    if (call.startsWith('answer_proposal')) {
      leave()
      await slow
    }
    done.push(call)
  }
  answerProposal(PROPOSAL.id, true)
  const told = tellAnswers()
  await onItsWay
  otherTab.takeAnswerBack(PROPOSAL)
  const toldThere = otherTab.tellAnswers()
  // What doesn't wait has arrived by then.
  setTimeout(arrive)
  await Promise.all([told, toldThere])
  expect(done).toEqual(['answer_proposal proposal true', 'take_back_answer proposal'])
})

it('a tab that sleeps while it tells an answer keeps no other from telling it for longer than 30 s', async () => {
  vi.stubGlobal('navigator', { userAgent: '', onLine: true, locks: new TabLocks() })
  vi.resetModules()
  const otherTab = await import('./support.ts')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let wake = () => {}
  const asleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  before = () => asleep
  answerProposal(PROPOSAL.id, true)
  const told = tellAnswers()
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  before = () => {}
  const toldThere = otherTab.tellAnswers()
  await vi.advanceTimersByTimeAsync(30_000)
  await toldThere
  expect(knownSupport()?.answers).toEqual([])
  wake()
  await told
  expect(calls).toEqual(['answer_proposal proposal true', 'answer_proposal proposal true'])
})

it('an answer is told again after a phone that had no room to note that it was', async () => {
  answerProposal('first', true)
  const full = new DOMException('full', 'QuotaExceededError')
  const store = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw full
  })
  await expect(tellAnswers()).rejects.toBe(full)
  store.mockRestore()
  await tellAnswers()
  expect(knownSupport()?.answers).toEqual([])
})

it('what is taken back while it is being told is told as well', async () => {
  said = { ...said, proposals: [PROPOSAL] }
  await refreshSupport()
  answerProposal(PROPOSAL.id, true)
  before = (call) => {
    if (call.startsWith('answer_proposal')) takeAnswerBack(PROPOSAL)
  }
  await tellAnswers()
  expect(knownSupport()).toMatchObject({ said: { proposals: [PROPOSAL] }, answers: [] })
  expect(calls.slice(1)).toEqual(['answer_proposal proposal true', 'take_back_answer proposal'])
})

it('leaves nothing in an account that signs in while another’s call is on its way', async () => {
  answerProposal('first', true)
  before = () => signIn(EVA)
  await tellAnswers()
  expect(storage.getItem(supportKey(EVA))).toBeNull()
  signIn(ANA)
  before = () => signIn(EVA)
  await refreshSupport()
  expect(storage.getItem(supportKey(EVA))).toBeNull()
  signIn(ANA)
  expect(knownSupport()?.answers).toEqual([{ id: 'first', taken: true }])
})

it('a sign-out that keeps what wasn’t sent keeps untold answers, by their ids alone', async () => {
  said = { ...said, questions: [replied('new', daysAgo(1))] }
  await refreshSupport()
  expect(keepUntold(ANA)).toBe(0)
  expect(storage.getItem(supportKey(ANA))).toBeNull()
  answerProposal('first', true)
  noteDraft('¿Y si llora?')
  expect(keepUntold(ANA)).toBe(1)
  expect(storage.getItem(supportKey(ANA))).toBe('{"answers":[{"id":"first","taken":true}]}')
  expect(knownSupport()).toMatchObject({ rev: 0, draft: '', answers: [{ id: 'first', taken: true }] })
  forgetSupport(ANA)
  expect(knownSupport()).toBeNull()
})

it.each([
  ['no, and she stays in as long as before', false, '2089-11-30T23:00:00+00:00', 'ok'],
  ['no, and another phone has said yes', false, REQUEST.until, 'gone'],
  ['yes, and she is in for longer', true, REQUEST.until, 'ok'],
  ['yes, and another phone has said no', true, '2089-11-30T23:00:00+00:00', 'gone'],
])('an answer to a request for longer whose answer got lost: %s', async (_what, accepted, until, kind) => {
  const request = { ...REQUEST, open_until: '2089-11-30T23:00:00Z' }
  said = { ...said, requests: [request] }
  await refreshSupport()
  before = (call) => {
    if (!call.startsWith('answer_request')) return
    people = [{ ...MARTA, until }]
    said = { ...said, requests: [] }
    rev += 1
    lost(0)
  }
  expect(await answerRequest(request, accepted)).toMatchObject({ kind })
})

it.each([
  ['yes, and she is in', true, [MARTA], [], 'ok', 0],
  ['yes, and she is in, after a fault on the way', true, [MARTA], [], 'ok', 500],
  ['yes, and she isn’t', true, [], [], 'gone', 0],
  ['no, and she isn’t in', false, [], [], 'ok', 0],
  ['no, and she isn’t in, where a proxy waited no longer', false, [], [], 'ok', 408],
  ['yes, and it still waits', true, [], [REQUEST], 'failed', 0],
  ['yes, and it still waits, after a fault', true, [], [REQUEST], 'failed', 500],
])('an answer whose answer got lost: %s', async (_what, accepted, nowIn, waiting, kind, status) => {
  said = { ...said, requests: [REQUEST] }
  await refreshSupport()
  before = (call) => {
    if (!call.startsWith('answer_request')) return
    people = nowIn
    said = { ...said, requests: waiting }
    rev += 1
    return lost(status)
  }
  expect(await answerRequest(REQUEST, accepted)).toMatchObject({ kind })
  expect(calls.slice(1)).toEqual([`answer_request request ${accepted}`, 'my_families', 'my_support'])
})

it('an answer of which nothing is heard, nor what came of it, may have counted', async () => {
  said = { ...said, requests: [REQUEST] }
  await refreshSupport()
  for (const unheard of ['my_families', 'my_support']) {
    before = (call) => (call.startsWith('answer_request') || call === unheard) && lost(0)
    expect(await answerRequest(REQUEST, true)).toMatchObject({ kind: 'failed', mayBeDone: true })
  }
  loseAnswerOf('answer_request')
  expect(await answerRequest(REQUEST, true)).toEqual({ kind: 'failed', code: 'network', message: '' })
})

it.each([
  ['yes, and she is in', true, [MARTA], 'ok'],
  ['yes, and she isn’t', true, [], 'gone'],
  ['no, and she is in', false, [MARTA], 'gone'],
  ['no, and she isn’t', false, [], 'ok'],
])(
  'an answer to what is answered already, perhaps by this phone: %s',
  async (_what, accepted, nowIn, kind) => {
    said = { ...said, requests: [REQUEST] }
    await refreshSupport()
    before = (call) => {
      if (!call.startsWith('answer_request')) return
      people = nowIn
      said = { ...said, requests: [] }
      rev += 1
      return Response.json(false, { headers: { 'Content-Range': '0-0/*' } })
    }
    expect(await answerRequest(REQUEST, accepted)).toEqual({ kind })
  },
)

/** Under which ids questions were sent. */
const askedIds = () => calls.flatMap((call) => /^ask_consultant (.+)$/.exec(call)?.[1] ?? [])

it.each([0, 408, 500])('a question whose answer got lost (%i) is sent if it is listed', async (status) => {
  await refreshSupport()
  noteDraft('¿Y si llora? ')
  loseAnswerOf('ask_consultant', status)
  expect(await askConsultant('¿Y si llora?')).toMatchObject({ kind: 'failed' })
  expect(knownSupport()?.draft).toBe('¿Y si llora? ')
  said = { ...said, questions: [{ ...replied(askedIds()[0] ?? '', daysAgo(0)), question: '¿Y si llora?' }] }
  expect(await askConsultant('¿Y si llora?')).toEqual({ kind: 'ok' })
  expect(knownSupport()?.draft).toBe('')
})

it('a question of which nothing is heard, nor whether it is listed, may have been sent', async () => {
  noteDraft('Una')
  for (const unheard of ['my_families', 'my_support']) {
    before = (call) => (call.startsWith('ask_consultant') || call === unheard) && lost(0)
    expect(await askConsultant('Una')).toMatchObject({ kind: 'failed', mayBeDone: true })
  }
  loseAnswerOf('ask_consultant')
  expect(await askConsultant('Una')).toEqual({ kind: 'failed', code: 'network', message: '' })
})

it('a question that is listed only later, after its answer got lost, is no draft any more', async () => {
  noteDraft('Una')
  loseAnswerOf('')
  await askConsultant('Una')
  before = () => {}
  said = { ...said, questions: [replied('another', daysAgo(0))] }
  await refreshSupport()
  expect(knownSupport()?.draft).toBe('Una')
  said = { ...said, questions: [replied(askedIds()[0] ?? '', daysAgo(0))] }
  await refreshSupport()
  expect(knownSupport()?.draft).toBe('')
})

it('a question that is sent again because nobody was heard is the same one; one that is typed anew isn’t', async () => {
  noteDraft('Una')
  loseAnswerOf('')
  expect(await askConsultant('Una')).toMatchObject({ kind: 'failed', code: 'network' })
  before = () => {}
  expect(await askConsultant('Una')).toEqual({ kind: 'ok' })
  noteDraft('Una')
  expect(await askConsultant('Una')).toEqual({ kind: 'ok' })
  const [first, again, anew] = askedIds()
  expect([again, anew === first]).toEqual([first, false])
  // What it asks for meanwhile ends with this test.
  await refreshFamilies(ANA)
  await refreshSupport()
})

it('a draft that was changed while a question was sent stays', async () => {
  noteDraft('Una')
  before = () => noteDraft('Otra')
  expect(await askConsultant('Una')).toEqual({ kind: 'ok' })
  expect(knownSupport()?.draft).toBe('Otra')
  // What it asks for meanwhile ends with this test.
  await refreshFamilies(ANA)
  await refreshSupport()
})
