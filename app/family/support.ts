import * as v from 'valibot'
import { storedSession } from '../session/stored-session.ts'
import { type AuthResult, authResult, isRefusal } from '../wire/failures.ts'
import { familyNamed, refreshAfterChange } from './families.ts'
import { type Called, call } from './remote-families.ts'
import { supportKey } from './support-key.ts'
import { type FamilyQuestion, type Kept, keptSchema, type Support, supportSchema } from './support-schema.ts'

/*
 * What the provider's staff has asked of the account's own family and told it (decision 053), as this phone heard it
 * last: kept in localStorage, so that a proposal can be taken without a network.
 */

const NOTHING: Support = { requests: [], support: null, proposals: [], questions: [] }

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

let asking: Promise<void> | null = null
let askingNext: Promise<void> | null = null

/** Asks the server, once at a time. An answer on its way may be older than what made somebody ask again. */
export function refreshSupport(): Promise<void> {
  if (asking === null) {
    asking = ask().finally(() => {
      asking = null
    })
    return asking
  }
  askingNext ??= asking.then(() => {
    askingNext = null
    return refreshSupport()
  })
  return askingNext
}

async function ask(): Promise<void> {
  const accountId = own()
  const rev = familyNamed(accountId, accountId)?.access_rev ?? 0
  const { data } = await call('my_support', {}, supportSchema, accountId)
  // Whoever has signed out meanwhile leaves nothing behind.
  if (data !== null && own() === accountId) change((kept) => ({ ...kept, said: data, rev }))
}

const isDone = v.boolean()

/** 'gone': it was withdrawn, or answered on another phone. */
export async function answerRequest(id: string, accepted: boolean): Promise<AuthResult | { kind: 'gone' }> {
  const { data, failure } = await call('answer_request', { id, accepted }, isDone, own())
  await refreshAll()
  return data === false ? { kind: 'gone' } : authResult(failure)
}

/** Notes what was decided about a proposal; it isn't shown any more. The server is told by `tellAnswers`. */
export function answerProposal(id: string, taken: boolean): void {
  change((kept) => ({
    ...kept,
    answers: [...kept.answers.filter((given) => given.id !== id), { id, taken }],
  }))
}

/** Takes back what was decided, unless the server has been told already. */
export function takeAnswerBack(id: string): void {
  change((kept) => ({ ...kept, answers: kept.answers.filter((given) => given.id !== id) }))
}

let isTelling = false

/** Tells the server what was decided here. What it can't be told now waits for the next time. */
export async function tellAnswers(): Promise<void> {
  if (isTelling) return
  isTelling = true
  for (const { id, taken } of knownSupport()?.answers ?? []) {
    const { failure } = await call('answer_proposal', { id, taken }, isDone, own())
    if (failure !== null && !isRefusal(failure)) break
    change((kept) => ({
      ...kept,
      said: { ...kept.said, proposals: kept.said.proposals.filter((proposal) => proposal.id !== id) },
      answers: kept.answers.filter((given) => given.id !== id),
    }))
  }
  isTelling = false
}

export async function askConsultant(question: string): Promise<Called<string>> {
  const asked = await call('ask_consultant', { question }, v.string(), own())
  await refreshAll()
  return asked
}

async function refreshAll(): Promise<void> {
  await refreshAfterChange(own())
  await refreshSupport()
}

function change(next: (kept: Kept) => Kept): void {
  if (own() === '') return
  const kept = knownSupport() ?? { said: NOTHING, rev: 0, answers: [], repliesRead: '' }
  localStorage.setItem(supportKey(own()), JSON.stringify(next(kept)))
  for (const listener of listeners) listener()
}

function own(): string {
  return storedSession()?.userId ?? ''
}
