import * as v from 'valibot'
import { storedSession, subscribeSession } from '../session/stored-session.ts'
import { unanswered } from '../wire/failures.ts'
import { type DiaryKey, diaryKey, familyOf } from './diary-key.ts'
import { isPageHeld, onceFree } from './held-page.ts'
import { type Called, type Family, familiesSchema, type Role, readFamilies } from './remote-families.ts'

/*
 * Which families an account can open, as this phone heard it last, and which of them it shows. It is kept in
 * localStorage, so that the diary is there at once and without a network.
 */

/** A family that isn't open to the account any more, until what this phone hadn't sent is saved or given up. */
const leftSchema = v.object({
  family_id: v.string(),
  baby_name: v.string(),
  /** How many changes only this phone has; null: its diary is still to be taken off the phone. */
  unsent: v.nullable(v.number()),
})
export type LeftFamily = v.InferOutput<typeof leftSchema>

const knownSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    families: familiesSchema,
    /** The family on screen; null: the account's own, which nobody has chosen. */
    shown: v.nullable(v.string()),
    left: v.array(leftSchema),
    /** Whether diaries of families that nothing was known of any more are still to be looked for on this phone. */
    mayHoldForgotten: v.optional(v.boolean(), false),
  }),
)
export type Known = v.InferOutput<typeof knownSchema>

/** The localStorage key of what is known of an account's families begins so; the account's id follows. */
const KEY = 'nana-families:'

let lastText: string | null = null
let lastAccount: string | null = null
let lastKnown: Known | null = null
const listeners = new Set<() => void>()

/** What this phone knows of an account's families; null: nothing yet. The same object until something changes. */
export function knownFamilies(accountId: string): Known | null {
  const text = localStorage.getItem(KEY + accountId)
  if (text !== lastText || accountId !== lastAccount) {
    const parsed = v.safeParse(knownSchema, text)
    lastKnown = parsed.success ? parsed.output : null
    lastText = text
    lastAccount = accountId
  }
  return lastKnown
}

/** The family whose diary this page has shown last, and to which account; null before it has shown any. */
let here: { accountId: string; familyId: string } | null = null

/**
 * The family whose diary is shown to an account: the one that it has chosen last, in whichever tab. A page that is held
 * stays with its own until it is free, unless that one isn't open to the account any more.
 */
export function shownFamily(accountId: string): string {
  const isHere = here?.accountId === accountId && isOpenTo(accountId, here.familyId)
  return here !== null && isHere && isPageHeld() ? here.familyId : chosenFamily(accountId)
}

function chosenFamily(accountId: string): string {
  return knownFamilies(accountId)?.shown ?? accountId
}

/** Notes what this page shows from now on. A page that is held follows what was chosen once it is free. */
function followChosen(): void {
  const accountId = storedSession()?.userId
  if (accountId === undefined) return
  here = { accountId, familyId: shownFamily(accountId) }
  if (here.familyId !== chosenFamily(accountId)) onceFree(announce)
}

function isOpenTo(accountId: string, familyId: string): boolean {
  return familyId === accountId || familyNamed(accountId, familyId)?.is_open === true
}

/** What an account may do in a family; its own is its own also before the server was asked. */
export function roleIn(accountId: string, familyId: string): Role {
  if (accountId === familyId) return 'owner'
  return familyNamed(accountId, familyId)?.role ?? 'viewer'
}

/** Whether somebody of that role may change a diary. */
export function mayWriteAs(role: Role): boolean {
  return role === 'owner' || role === 'carer'
}

export function familyNamed(accountId: string, familyId: string): Family | null {
  return knownFamilies(accountId)?.families.find(({ family_id }) => family_id === familyId) ?? null
}

/** The names of all diaries that an account may have on this phone. */
export function diariesOf(accountId: string): DiaryKey[] {
  const known = knownFamilies(accountId)
  const others = [...(known?.families ?? []), ...(known?.left ?? [])].map(({ family_id }) => family_id)
  return [...new Set([accountId, ...others])].map((familyId) => diaryKey(accountId, familyId))
}

/** Shows another family's diary, or the account's own. */
export function showFamily(accountId: string, familyId: string): void {
  const known = knownFamilies(accountId)
  if (known === null) return
  here = { accountId, familyId }
  keep(accountId, { ...known, shown: familyId })
}

/** Notes what became of a family's diary that was taken off this phone; null: there is nothing left of it. */
export function noteLeft(accountId: string, familyId: string, unsent: number | null): void {
  const known = knownFamilies(accountId)
  if (known === null) return
  const left = known.left.flatMap((family) =>
    family.family_id !== familyId ? family : unsent === null ? [] : { ...family, unsent },
  )
  keep(accountId, { ...known, left })
}

/** Notes which diaries on this phone are of no family that the server has just listed. Their names are lost. */
export function noteForgotten(accountId: string, onDisk: readonly DiaryKey[]): void {
  const known = knownFamilies(accountId)
  if (known === null) return
  const isKnown = new Set(diariesOf(accountId))
  const forgotten = onDisk.filter((key) => !isKnown.has(key)).map(familyOf)
  const left = [...known.left, ...forgotten.map((family_id) => ({ family_id, baby_name: '', unsent: null }))]
  keep(accountId, { ...known, left, mayHoldForgotten: false })
}

/** Asks once more after a change that was made here: an answer on its way may be older than that. */
export async function refreshAfterChange(accountId: string): Promise<Called<Family[]>> {
  await asking.get(accountId)
  return refreshFamilies(accountId)
}

/** Forgets all of an account's families but the ids of those whose diaries stay, as they hold what wasn't sent. */
export function keepFamilyIds(accountId: string, kept: readonly string[]): void {
  const known = knownFamilies(accountId)
  if (known === null) return
  const families = known.families.flatMap((family) =>
    !kept.includes(diaryKey(accountId, family.family_id))
      ? []
      : { ...family, baby_name: null, owner_name: null, people: [], invitations: [] },
  )
  const left = known.left.filter(({ family_id }) => kept.includes(diaryKey(accountId, family_id)))
  keep(accountId, { ...known, families, left })
}

/** Forgets an account's families, when it leaves this phone. */
export function forgetFamilies(accountId: string): void {
  localStorage.removeItem(KEY + accountId)
  announce()
}

const asking = new Map<string, Promise<Called<Family[]>>>()

/** Asks the server which families an account can open, and follows it. One call at a time is made. */
export function refreshFamilies(accountId: string): Promise<Called<Family[]>> {
  const running = asking.get(accountId)
  if (running !== undefined) return running
  const answer = askAndFollow(accountId).catch(notKept)
  asking.set(accountId, answer)
  void answer.finally(() => asking.delete(accountId))
  return answer
}

/** A list that the phone has no room to keep is as good as unheard, and takes nothing else down with it. */
function notKept(thrown: unknown): Called<never> {
  console.warn(thrown)
  return { data: null, failure: unanswered(thrown) }
}

async function askAndFollow(accountId: string): Promise<Called<Family[]>> {
  const before = localStorage.getItem(KEY + accountId)
  const called = await readFamilies(accountId)
  // Whoever has signed out meanwhile leaves no names behind.
  if (storedSession()?.userId !== accountId) return called
  // A database without the newest migrations knows no families: the account has its own alone.
  if (called.failure?.status === 404 && knownFamilies(accountId) === null)
    keep(accountId, following(null, accountId, []))
  if (called.data === null) return called
  // Another tab has heard something meanwhile, and this may be from before it.
  if (localStorage.getItem(KEY + accountId) !== before) return askAndFollow(accountId)
  const known = knownFamilies(accountId)
  const next = following(known, accountId, called.data)
  const isChosen = known !== null && known.shown !== null
  if (!isChosen && next.shown !== null && isPageHeld()) {
    // An own diary in which something is being typed may not be untouched for long: that is asked once it is over.
    onceFree(refreshOfSession)
    keep(accountId, { ...next, shown: null })
  } else keep(accountId, next)
  return called
}

function refreshOfSession(): void {
  const accountId = storedSession()?.userId
  if (accountId !== undefined) void refreshFamilies(accountId)
}

/**
 * What is known after the server has listed the families. One that isn't listed any more is left. Whose own diary is
 * untouched goes straight to the family that let them in last, unless they have chosen.
 */
export function following(before: Known | null, accountId: string, families: Family[]): Known {
  const open = new Set(families.map(({ family_id }) => family_id))
  const gone = (before?.families ?? []).filter(
    ({ family_id, role }) => role !== 'owner' && !open.has(family_id),
  )
  const left = [
    ...(before?.left ?? []).filter(({ family_id }) => !open.has(family_id)),
    ...gone.map(({ family_id, baby_name }) => ({ family_id, baby_name: baby_name ?? '', unsent: null })),
  ]
  const chosen = before?.shown ?? null
  const mayHoldForgotten = before?.mayHoldForgotten ?? true
  const isOpen = (id: string) => families.some(({ family_id, is_open }) => family_id === id && is_open)
  if (chosen !== null && (chosen === accountId || isOpen(chosen)))
    return { families, left, shown: chosen, mayHoldForgotten }
  const isUntouched = families.some(({ role, is_untouched }) => role === 'owner' && is_untouched)
  const letIn = families.filter(({ role, is_open }) => role !== 'owner' && is_open).at(-1)
  return { families, left, shown: isUntouched ? (letIn?.family_id ?? null) : null, mayHoldForgotten }
}

function keep(accountId: string, known: Known): void {
  localStorage.setItem(KEY + accountId, JSON.stringify(known))
  announce()
}

function announce(): void {
  followChosen()
  for (const listener of listeners) listener()
}

function onStorage({ key }: StorageEvent): void {
  if (key === null || key.startsWith(KEY)) announce()
}

let stopHearing = () => {}

/** Begins to hear of other tabs and of the session. */
function hear(): void {
  followChosen()
  window.addEventListener('storage', onStorage)
  const stop = subscribeSession(announce)
  stopHearing = () => {
    window.removeEventListener('storage', onStorage)
    stop()
  }
}

/** Calls back when another diary may be to be shown: what is known of the families has changed, or the session. */
export function subscribeFamilies(listener: () => void): () => void {
  if (listeners.size === 0) hear()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stopHearing()
  }
}
