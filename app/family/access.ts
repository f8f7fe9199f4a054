import * as v from 'valibot'
import { newId } from '../device/new-id.ts'
import { storedSession } from '../session/stored-session.ts'
import { type AuthResult, failedResult, isRefusal, mayBeDone } from '../wire/failures.ts'
import { familyNamed, refreshAfterChange, showFamily } from './families.ts'
import {
  type AccessEvent,
  type Called,
  call,
  GRANTED_ROLES,
  type GrantedRole,
  type Invitation,
  type Person,
  readAccessHistory,
} from './remote-families.ts'

/*
 * What the family's own account does about who is in, and what somebody does with an invitation. Each needs the network
 * and says at once whether it was done.
 */

/** What a person is let in as, called, and until when: an instant in ISO 8601, or null: until it is ended. */
export interface Grant {
  role: GrantedRole
  name: string
  until: string | null
}

const madeSchema = v.object({ id: v.string(), token: v.string(), expires_at: v.string() })
export type MadeInvitation = v.InferOutput<typeof madeSchema>

/** The latest invitation that was asked for, where nobody has heard the answer. */
let unheard: (Grant & { id: string; by: string }) | null = null

/**
 * Invites somebody into the account's own family. The token is told this once: where that answer got lost, the
 * invitation is taken back. Where that can't be done either, the next try is for the same one.
 */
export async function inviteToFamily(grant: Grant): Promise<Called<MadeInvitation>> {
  const by = own()
  const id = unheard !== null && unheard.by === by && isAs(unheard, grant) ? unheard.id : newId()
  const made = await call('invite_to_family', { ...grant, id }, madeSchema, by)
  // An earlier try may have been done, though this one wasn't let through or was never sent.
  const isOpen = made.failure !== null && !isRefusal(made.failure)
  unheard = isOpen ? { ...grant, id, by } : null
  await refreshAfterChange(own())
  if (isOpen && invitations().some((one) => one.id === id)) await withdrawInvitation(id)
  return made
}

/** The link that a person is sent. The token lies in its fragment, which no server is told. */
export function invitationLink(token: string): string {
  return `${location.origin}/#invitacion=${token}`
}

export const withdrawInvitation = (id: string) =>
  change('withdraw_invitation', { id }, () => invitations().every((one) => one.id !== id))

export const changeAccess = (accountId: string, grant: Grant) =>
  change('change_access', { account_id: accountId, ...grant }, () => {
    const person = personIn(accountId)
    return person !== undefined && isAs(person, grant)
  })

export const endAccess = (accountId: string) =>
  change('end_access', { account_id: accountId }, () => personIn(accountId) === undefined)

/** The families that were left on this page, by whoever is in it: the others have sent somebody away. */
const leftHere = new Set<string>()

export function wasLeftHere(familyId: string): boolean {
  return leftHere.has(familyId)
}

export function leaveFamily(familyId: string): Promise<AuthResult> {
  const isRepeat = leftHere.has(familyId)
  // That it is gone may be said before this hears the answer.
  leftHere.add(familyId)
  return change(
    'leave_family',
    { family_id: familyId },
    () => familyNamed(own(), familyId) === null,
    (isSure) => {
      if (isSure || !isRepeat) leftHere.delete(familyId)
    },
  )
}

/** What became of whom in the account's own family, the latest first. */
export function listAccessHistory(): Promise<Called<AccessEvent[]>> {
  return readAccessHistory(own())
}

/** Nothing is answered. A validator that only this part uses would be bundled into the first screen with the rest. */
const NOTHING = v.optional(v.string())

/**
 * @param isListed whether the list of the families shows that it is done. It tells so where an answer got lost, also
 *   that of an earlier try: this one may not have been let through.
 * @param onUndone is called where it isn't done. It is told whether that is sure, because it was refused for good or
 *   the list shows it: else this try did nothing, and an earlier one may have.
 */
async function change(
  name: string,
  parameters: Record<string, string | null>,
  isListed: () => boolean,
  onUndone: (isSure: boolean) => void = () => {},
): Promise<AuthResult> {
  const { failure } = await call(name, parameters, NOTHING, own())
  const { failure: unheard } = await refreshAfterChange(own())
  if (failure === null) return { kind: 'ok' }
  const isRefused = isRefusal(failure)
  const isKnown = unheard === null
  if (!isRefused && isKnown && isListed()) return { kind: 'ok' }
  const isSure = isRefused || isKnown
  if (isSure || !mayBeDone(failure)) onUndone(isSure)
  return { ...failedResult(failure), ...(!isSure && mayBeDone(failure) && { mayBeDone: true }) }
}

function invitations(): readonly Invitation[] {
  return familyNamed(own(), own())?.invitations ?? []
}

function personIn(accountId: string): Person | undefined {
  const people = familyNamed(own(), own())?.people ?? []
  return people.find(({ account_id, ended_at }) => account_id === accountId && ended_at === null)
}

function isAs(listed: Grant, { role, name, until }: Grant): boolean {
  return listed.role === role && listed.name === name && instantOf(listed.until) === instantOf(until)
}

/** The same instant has several spellings. */
function instantOf(until: string | null): number | null {
  return until === null ? null : Date.parse(until)
}

/** Why an invitation can't be taken: used up, one's own, for somebody who isn't in yet, or for the staff. */
const refusedSchema = v.picklist(['gone', 'own', 'inside', 'staff'])
export type NotTaken = v.InferOutput<typeof refusedSchema>

const lookedAtSchema = v.nullable(
  v.object({
    baby_name: v.nullable(v.string()),
    owner_name: v.nullable(v.string()),
    name: v.string(),
    role: v.picklist(GRANTED_ROLES),
    until: v.nullable(v.string()),
    expires_at: v.string(),
    /** Why it is no use to who is signed in. An older database says it only when it is to be taken. */
    refused: v.optional(v.nullable(refusedSchema), null),
  }),
)
export type LookedAt = v.InferOutput<typeof lookedAtSchema>

/** What an invitation's link is about; its data is null when it was used, withdrawn or is too old. */
export function lookAtInvitation(token: string): Promise<Called<LookedAt>> {
  return call('look_at_invitation', { token }, lookedAtSchema, storedSession()?.userId ?? null)
}

/** One of the two is there. */
const acceptedSchema = v.object({
  family_id: v.optional(v.string()),
  refused: v.optional(refusedSchema, 'gone'),
})

/** What taking an invitation came to. 'console': the family is to be found there, and not here. */
export type Accepted = AuthResult | { kind: NotTaken | 'console' }

/** Takes an invitation for the account that is signed in, and shows that family. */
export async function acceptInvitation(token: string): Promise<Accepted> {
  const ask = () => call('accept_invitation', { token }, acceptedSchema, own())
  const first = await ask()
  // The same call of a page that was loaded anew meanwhile may just have let this account in: a repeat is told so.
  const { data, failure } = first.data?.refused === 'inside' ? await ask() : first
  if (failure !== null) return failedResult(failure)
  if (data.family_id === undefined) return { kind: data.refused }
  const { failure: unheard } = await refreshAfterChange(own())
  // Who has taken it as a consultant isn't told of the family here.
  if (unheard === null && familyNamed(own(), data.family_id) === null) return { kind: 'console' }
  leftHere.delete(data.family_id)
  showFamily(own(), data.family_id)
  return { kind: 'ok' }
}

function own(): string {
  return storedSession()?.userId ?? ''
}
