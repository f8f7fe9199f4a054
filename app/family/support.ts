import * as v from 'valibot'
import { clock } from '../device/clock.ts'
import { newId } from '../device/new-id.ts'
import { inOneTab } from '../device/turns/in-one-tab.ts'
import { realTimers } from '../device/turns/timers.ts'
import { storedSession } from '../session/stored-session.ts'
import { type AuthResult, failedResult, isRefusal, mayBeDone } from '../wire/failures.ts'
import { familyNamed, refreshAfterChange } from './families.ts'
import { isProfessionalIn } from './person-in.ts'
import { call, type Person } from './remote-families.ts'
import { supportKey } from './support-key.ts'
import {
  type AccessRequest,
  type FamilyQuestion,
  type Kept,
  keptSchema,
  type Proposal,
  type Support,
  supportSchema,
} from './support-schema.ts'

/*
 * What the provider's staff has asked of the account's own family and told it (decision 053), as this phone heard it
 * last: kept in localStorage, so that a proposal can be taken without a network.
 */

let lastText: string | null = null
let lastKept: Kept | null = null
const listeners = new Set<() => void>()

/** What this phone knows; null: it has never heard. The same object until something changes. */
export function knownSupport(): Kept | null {
  const text = localStorage.getItem(supportKey(own()))
  if (text !== lastText) {
    const parsed = v.safeParse(keptSchema, text)
    lastKept = parsed.success ? parsed.output : null
    lastText = text
  }
  return lastKept
}

export function subscribeSupport(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The replies that nobody has read on this phone. */
export function newReplies({ said, repliesRead }: Kept): FamilyQuestion[] {
  return said.questions.filter(({ replied_at }) => replied_at !== null && replied_at > repliesRead)
}

export function noteRepliesRead(): void {
  change((kept) => {
    const times = kept.said.questions.map(({ replied_at }) => replied_at ?? '')
    return { ...kept, repliesRead: [kept.repliesRead, ...times].sort().at(-1) ?? '' }
  })
}

/** Keeps a question that is typed, until it is sent. */
export function noteDraft(draft: string): void {
  change((kept) => ({ ...kept, draft, draftId: newId() }))
}

const DAY_MS = 86_400_000
/** To a phone that has never heard of any, replies are news for so long. */
const NEWS_MS = 3 * DAY_MS
const REQUEST_WAITS_MS = 30 * DAY_MS

/** Whether a request can still be answered. */
export function isWaiting({ asked_at }: AccessRequest, now: number): boolean {
  return asked_at === null || Date.parse(asked_at) + REQUEST_WAITS_MS > now
}

let asking: { what: string; answered: Promise<boolean> } | null = null

/**
 * Asks the server, once at a time, and once for each change of who is in and what was said. Answers whether there is
 * nothing to be gained by asking again.
 */
export function refreshSupport(): Promise<boolean> {
  const accountId = own()
  const rev = familyNamed(accountId, accountId)?.access_rev ?? 0
  const what = `${accountId} ${rev}`
  if (asking?.what === what) return asking.answered
  const before = asking?.answered ?? Promise.resolve(true)
  const answered = before
    .then(() => ask(accountId, rev))
    .finally(() => {
      if (asking?.answered === answered) asking = null
    })
  asking = { what, answered }
  return answered
}

async function ask(accountId: string, rev: number): Promise<boolean> {
  const { data, failure } = await call('my_support', {}, supportSchema, accountId)
  // Whoever has signed out meanwhile leaves nothing behind.
  if (own() !== accountId) return true
  const read = new Date(clock.now() - NEWS_MS).toISOString()
  if (data !== null) change((kept) => heard(kept, data, rev, read))
  // A database without the newest migrations knows of no support.
  else if (failure.status === 404) change((kept) => ({ ...kept, rev }))
  return failure === null || isRefusal(failure)
}

/** What is kept of what the server says. @param read until when replies are no news to a phone that has heard none. */
function heard(kept: Kept, said: Support, rev: number, read: string): Kept {
  // A question whose answer got lost may be listed only now.
  const isSent = said.questions.some(({ id }) => id === kept.draftId)
  return { ...kept, said, rev, repliesRead: kept.repliesRead || read, draft: isSent ? '' : kept.draft }
}

const isDone = v.boolean()

/** What is on its way to the server: the id of a request with its answer, or a question. */
const underWay = new Map<string, string>()
const QUESTION = 'question'

export const answerUnderWay = (requestId: string) => underWay.get(requestId) ?? null
export const isQuestionUnderWay = () => underWay.has(QUESTION)

function note(what: string, said: string | null): void {
  if (said === null) underWay.delete(what)
  else underWay.set(what, said)
  announce()
}

/** 'gone': it was withdrawn or too old, or answered on another phone. */
export async function answerRequest(
  { id, name, open_until }: Pick<AccessRequest, 'id' | 'name' | 'open_until'>,
  accepted: boolean,
): Promise<AuthResult | { kind: 'gone' }> {
  const accountId = own()
  note(id, accepted ? 'yes' : 'no')
  try {
    const { data, failure } = await call('answer_request', { id, accepted }, isDone, accountId)
    if (failure !== null && !mayBeDone(failure)) return failedResult(failure)
    if (failure === null && own() === accountId) change((kept) => withoutRequest(kept, id))
    const refreshed = refreshAll()
    if (data === true) return { kind: 'ok' }
    // What was said to this answer got lost, or to an earlier one: what it came to is seen by what waits and who is in.
    const isKnown = await refreshed
    if (failure !== null) {
      if (!isKnown) return { ...failedResult(failure), mayBeDone: true }
      const waits = knownSupport()?.said.requests.some((request) => request.id === id) ?? true
      if (waits) return failedResult(failure)
    }
    return { kind: isKnown && isIn(name, open_until) === accepted ? 'ok' : 'gone' }
  } finally {
    note(id, null)
  }
}

function withoutRequest(kept: Kept, id: string): Kept {
  return {
    ...kept,
    said: { ...kept.said, requests: kept.said.requests.filter((request) => request.id !== id) },
  }
}

/**
 * Whether a professional of that name is in the account's own family now.
 * @param beyond for longer than until then.
 */
export function isIn(name: string, beyond: string | null = null): boolean {
  const people = familyNamed(own(), own())?.people ?? []
  const longer = ({ until }: Person) =>
    beyond === null || until === null || Date.parse(until) > Date.parse(beyond)
  return isProfessionalIn(people.filter(longer), clock.now(), name)
}

/** Notes what was decided about a proposal; it isn't shown any more. The server is told by `tellAnswers`. */
export function answerProposal(id: string, taken: boolean): void {
  change((kept) => withAnswer(kept, id, taken))
}

/** Takes back what was decided. The proposal is shown again, also where the server has been told already. */
export function takeAnswerBack(proposal: Proposal): void {
  change((kept) => {
    const others = kept.said.proposals.filter(({ id }) => id !== proposal.id)
    const said = { ...kept.said, proposals: [...others, proposal] }
    return withAnswer({ ...kept, said }, proposal.id, null)
  })
}

function withAnswer(kept: Kept, id: string, taken: boolean | null): Kept {
  return { ...kept, answers: [...kept.answers.filter((given) => given.id !== id), { id, taken }] }
}

let isTelling = false

/**
 * Tells the server what was decided here, one tab at a time, so that no answer overtakes what is said after it. What it
 * can't be told now waits for the next time.
 */
export async function tellAnswers(): Promise<void> {
  if (isTelling) return
  isTelling = true
  try {
    const locks = navigator.locks as LockManager | undefined
    const parts = { locks, timers: realTimers }
    // A turn is one answer long: only a tab that sleeps is robbed of it.
    while (await inOneTab('nana-answers', tellNext, parts));
  } finally {
    isTelling = false
  }
}

/** Answers whether to go on with the next one. */
async function tellNext(): Promise<boolean> {
  const accountId = own()
  // It may have been taken back while another one was told.
  const told = knownSupport()?.answers[0]
  if (told === undefined) return false
  const { id, taken } = told
  const { failure } =
    taken === null
      ? await call('take_back_answer', { id }, isDone, accountId)
      : await call('answer_proposal', { id, taken }, isDone, accountId)
  if (own() !== accountId || (failure !== null && !isRefusal(failure))) return false
  change((kept) => withoutAnswer(kept, id, taken))
  return true
}

/** Without what the server was told, unless something else was decided meanwhile. */
function withoutAnswer(kept: Kept, id: string, taken: boolean | null): Kept {
  const answers = kept.answers.filter((given) => given.id !== id || given.taken !== taken)
  if (taken === null || answers.some((given) => given.id === id)) return { ...kept, answers }
  const proposals = kept.said.proposals.filter((proposal) => proposal.id !== id)
  return { ...kept, answers, said: { ...kept.said, proposals } }
}

/** Asks whoever looks after the family. The draft goes, if it is still what was sent. */
export async function askConsultant(question: string): Promise<AuthResult> {
  const accountId = own()
  const id = knownSupport()?.draftId || newId()
  // It has none yet where it was typed in the version before.
  change((kept) => ({ ...kept, draftId: id }))
  note(QUESTION, question)
  try {
    const { failure } = await call('ask_consultant', { question, id }, v.string(), accountId)
    let isKnown = true
    if (failure === null) void refreshAll()
    else if (mayBeDone(failure)) isKnown = await refreshAll()
    // Its answer may have got lost.
    const isThere = knownSupport()?.said.questions.some((asked) => asked.id === id)
    if (failure !== null && !isThere)
      return { ...failedResult(failure), ...(!isKnown && { mayBeDone: true }) }
    if (own() === accountId)
      change((kept) => (kept.draft.trim() === question ? { ...kept, draft: '' } : kept))
    return { kind: 'ok' }
  } finally {
    note(QUESTION, null)
  }
}

/** What was said changes the number of who is in, which is asked first. Resolves to whether it is known. */
async function refreshAll(): Promise<boolean> {
  const { failure } = await refreshAfterChange(own())
  return failure === null && refreshSupport()
}

function change(next: (kept: Kept) => Kept): void {
  if (own() === '') return
  const kept = knownSupport() ?? v.parse(keptSchema, '{}')
  localStorage.setItem(supportKey(own()), JSON.stringify(next(kept)))
  announce()
}

function announce(): void {
  for (const listener of listeners) listener()
}

function own(): string {
  return storedSession()?.userId ?? ''
}
