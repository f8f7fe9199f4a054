import * as v from 'valibot'
import { isTrialLength } from '../administration/accounts.ts'
import {
  type Desk,
  deleteAccount,
  disableAccount,
  enableAccount,
  endTrialRules,
  extendTrial,
  listAccounts,
  removeFactors,
  resetPassword,
} from '../administration/own-account-changes.ts'
import { readablePassword } from '../administration/readable-password.ts'
import { worksForProvider } from '../auth/accounts/provider-staff.ts'
import { findUserById, isUuid, type UserRow } from '../auth/accounts/users.ts'
import type { AuthContext } from '../auth/calls/auth-context.ts'
import { optionalText, readJsonBody } from '../auth/calls/json-body.ts'
import { notAnUuid, userNotFound } from '../auth/calls/refusals.ts'
import type { Caller } from '../auth/sessions/authenticate.ts'
import { refuseLateSignIn } from '../auth/sessions/recent-sign-in.ts'
import { traceEvent } from '../log/security-events.ts'
import { accountNow, type ConsoleDeps, type ConsoleEndpoint, deskOf } from './console-deps.ts'
import {
  badTrialLength,
  emailMismatch,
  notATrial,
  ownAccount,
  staffAccount,
  trialChanged,
} from './refusals.ts'

/** GET /accounts: all of them, the oldest first. Who only looks is written down too. */
export const listAll: ConsoleEndpoint = async (c, { pool }, { user }) => {
  const accounts = await listAccounts(pool)
  traceEvent('console_command', null, `list-users by ${user.id}`)
  return c.json({ accounts })
}

interface Rule {
  /**
   * It can't be undone, or decides who gets into an account: an open session alone isn't enough for it. Of others who
   * work for the provider only the command line decides, as it does on their roles: nobody becomes one of them here.
   */
  isGuarded?: boolean
  /** Nobody shuts themselves out by a slip. */
  isForOthers?: boolean
}

const GUARDED: Rule = { isGuarded: true }
const GUARDED_FOR_OTHERS: Rule = { isGuarded: true, isForOthers: true }

export const enable = changing(GUARDED, enableAccount)
export const disable = changing(GUARDED_FOR_OTHERS, disableAccount)
export const removeSecondFactor = changing(GUARDED_FOR_OTHERS, removeFactors)
export const endTrial = changing({}, endTrialRules)

/** POST /accounts/{id}/…: makes the change, and answers what the account is now. */
function changing(
  rule: Rule,
  change: (desk: Desk, wanted: { id: string }) => Promise<boolean>,
): ConsoleEndpoint {
  return async (c, deps, admin) => {
    const id = await accountOfPath(c, deps, admin, rule)
    mustExist(await change(deskOf(deps, admin), { id }))
    return c.json({ account: await accountNow(deps, id) })
  }
}

/**
 * POST /accounts/{id}/trial: a trial that still runs is prolonged from its end, and one that is over from now. Whoever
 * says which end they have seen does it once, however often they send it.
 */
export const prolongTrial: ConsoleEndpoint = async (c, deps, admin) => {
  const id = await accountOfPath(c, deps, admin, {})
  const fields = v.object({ days: v.nullish(v.number()), seen: v.nullish(v.string()) })
  const { days, seen } = await readJsonBody(c, fields)
  if (!isTrialLength(days)) throw badTrialLength('days')
  const end = await extendTrial(deskOf(deps, admin), { id }, days, (present) => {
    if (seen != null && present !== null && present !== Date.parse(seen)) throw trialChanged()
  })
  mustExist(end !== undefined)
  if (end === null) throw notATrial()
  return c.json({ account: await accountNow(deps, id) })
}

/** POST /accounts/{id}/reset-password: answers the new password, once. */
export const resetPasswordOf: ConsoleEndpoint = async (c, deps, admin) => {
  const id = await accountOfPath(c, deps, admin, GUARDED)
  const password = readablePassword()
  mustExist(await resetPassword(deskOf(deps, admin), { id }, password))
  return c.json({ account: await accountNow(deps, id), password })
}

/** DELETE /accounts/{id}: the administrator types the address, so that no slip deletes somebody else's diary. */
export const deleteOne: ConsoleEndpoint = async (c, deps, admin) => {
  const id = await accountOfPath(c, deps, admin, GUARDED_FOR_OTHERS)
  const { email } = await readJsonBody(c, v.object({ email: optionalText }))
  const typed = email.trim().toLowerCase()
  const refuse = (user: UserRow) => {
    // Some accounts have a number or nothing in an address's place.
    if (typed !== (user.email ?? user.phone ?? user.id).toLowerCase()) throw emailMismatch()
  }
  mustExist(await deleteAccount(deskOf(deps, admin), { id }, refuse))
  return c.json({})
}

async function accountOfPath(
  c: AuthContext,
  { pool }: ConsoleDeps,
  admin: Caller,
  { isGuarded = false, isForOthers = false }: Rule,
): Promise<string> {
  const id = c.req.param('userId')?.toLowerCase()
  if (!isUuid(id)) throw notAnUuid('user_id')
  if (isForOthers && id === admin.user.id) throw ownAccount()
  if (isGuarded) {
    await refuseLateSignIn(pool, admin, 'Account administration')
    const user = await findUserById(pool, id)
    if (user !== null && worksForProvider(user) && id !== admin.user.id) throw staffAccount()
  }
  return id
}

function mustExist(found: boolean): void {
  if (!found) throw userNotFound(404)
}
