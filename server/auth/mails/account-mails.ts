import { type Occasion, writeMail } from '../../mail/letters.ts'
import type { Mail } from '../../mail/mailer.ts'
import type { Config } from '../../settings/config.ts'
import type { Queryable, UserRow } from '../accounts/users.ts'
import { isOfLast } from '../calls/clock-skew.ts'
import { mailTooSoon } from '../calls/refusals.ts'
import { beginFlow } from '../sessions/flow-state.ts'
import { keepToken, newSecret, type TokenType } from '../sessions/one-time-tokens.ts'
import { isForApp, type LinkRequest, pageLink, verifyLinkFor } from './mail-links.ts'

/** What writing a mail needs: the part of the server that the command line has too. */
export interface MailDeps {
  config: Pick<Config, 'siteUrl' | 'auth' | 'mail' | 'brand'>
  /** The key that derives the tokens of the links, from `oneTimeKey`. */
  oneTimeKey: Buffer
}

type SimpleKind = 'signup' | 'invite' | 'recovery' | 'magiclink'

const KINDS: Readonly<Record<SimpleKind, { type: TokenType; sentAt: SentAt; flow: string }>> = {
  signup: { type: 'confirmation_token', sentAt: 'confirmation_sent_at', flow: 'email/signup' },
  invite: { type: 'confirmation_token', sentAt: 'confirmation_sent_at', flow: 'invite' },
  recovery: { type: 'recovery_token', sentAt: 'recovery_sent_at', flow: 'recovery' },
  magiclink: { type: 'recovery_token', sentAt: 'recovery_sent_at', flow: 'magiclink' },
}

/**
 * The mail that confirms a sign-up. An invited account gets its invitation again instead, whose link asks for a
 * password. Anybody may ask for this mail, so the invitation's link ignores the request's PKCE challenge: a code would
 * only be good for whoever asked, not for the owner of the mailbox.
 */
export function confirmationMail(
  db: Queryable,
  deps: MailDeps,
  user: UserRow,
  request: LinkRequest,
): Promise<Mail> {
  if (user.invited_at === null) return accountMail(db, deps, user, 'signup', request)
  const interval = deps.config.mail.intervalSeconds
  return accountMail(db, deps, user, 'invite', { ...request, challenge: null }, interval)
}

/**
 * Writes one of the mails with a link and a code to the account's address. It runs in the transaction that keeps the
 * token; the caller sends the mail once that is committed. `interval` is in seconds. Throws 429
 * over_email_send_rate_limit when the last mail of the kind is younger than that.
 */
export async function accountMail(
  db: Queryable,
  deps: MailDeps,
  user: UserRow,
  kind: SimpleKind,
  request: LinkRequest,
  interval = kind === 'invite' ? 0 : deps.config.mail.intervalSeconds,
): Promise<Mail> {
  const { type, sentAt, flow } = KINDS[kind]
  await claimMailTime(db, user.id, sentAt, interval)
  if (kind === 'invite') await db.query('update auth.users set invited_at = now() where id = $1', [user.id])
  await beginMailFlow(db, user.id, flow, request)
  const address = user.email ?? ''
  const { code, token } = newSecret(deps.oneTimeKey, address, request.challenge !== null)
  await keepToken(db, user.id, type, address, token)
  const link = mailedLink(deps, request, token, kind, address)
  const { otpExpirySeconds, inviteExpirySeconds } = deps.config.auth
  const told = { link, code, lifeSeconds: otpExpirySeconds, app: appOf(deps, request) }
  const occasion: Occasion =
    kind === 'invite'
      ? { kind, ...told, lifeSeconds: inviteExpirySeconds, codeLifeSeconds: otpExpirySeconds }
      : kind === 'recovery'
        ? { kind, ...told, isFirst: user.invited_at !== null && user.email_confirmed_at === null }
        : { kind, ...told }
  return { ...writeMail(occasion, address, deps.config.brand), replaces: `${user.id} ${type}` }
}

/**
 * Writes the mails of a change of address, one to each mailbox: the change is made when both have confirmed it. Runs in
 * the transaction that keeps their tokens. Throws 429 over_email_send_rate_limit within AUTH_MAIL_INTERVAL of the last.
 */
export async function emailChangeMails(
  db: Queryable,
  deps: MailDeps,
  user: UserRow,
  newEmail: string,
  request: LinkRequest,
): Promise<Mail[]> {
  await claimMailTime(db, user.id, 'email_change_sent_at', deps.config.mail.intervalSeconds)
  await db.query('update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1', [
    user.id,
    newEmail,
  ])
  await beginMailFlow(db, user.id, 'email_change', request)
  const mailboxes = [
    { kind: 'email_change_new', address: newEmail } as const,
    ...(user.email ? [{ kind: 'email_change_current', address: user.email } as const] : []),
  ]
  const mails: Mail[] = []
  for (const { kind, address } of mailboxes) {
    const { code, token } = newSecret(deps.oneTimeKey, address, request.challenge !== null)
    const type = kind === 'email_change_new' ? 'email_change_token_new' : 'email_change_token_current'
    await keepToken(db, user.id, type, address, token)
    // The mail to the new address may be read by somebody else, so its link doesn't name the account's address.
    const knownAs = kind === 'email_change_current' ? address : null
    const link = mailedLink(deps, request, token, 'email_change', knownAs)
    const lifeSeconds = deps.config.auth.otpExpirySeconds
    const occasion: Occasion = { kind, link, code, lifeSeconds, newEmail, app: appOf(deps, request) }
    mails.push({ ...writeMail(occasion, address, deps.config.brand), replaces: `${user.id} ${type}` })
  }
  return mails
}

/**
 * Writes the mail of a reauthentication. It has a code and no link, because the code is typed where the person already
 * is. Runs in the transaction that keeps its token. Throws 429 over_email_send_rate_limit within AUTH_MAIL_INTERVAL.
 */
export async function reauthenticationMail(db: Queryable, deps: MailDeps, user: UserRow): Promise<Mail> {
  await claimMailTime(db, user.id, 'reauthentication_sent_at', deps.config.mail.intervalSeconds)
  const address = user.email ?? ''
  const { code, token } = newSecret(deps.oneTimeKey, address, false)
  const type = 'reauthentication_token'
  await keepToken(db, user.id, type, address, token)
  const lifeSeconds = deps.config.auth.otpExpirySeconds
  const letter = writeMail({ kind: 'reauthentication', code, lifeSeconds }, address, deps.config.brand)
  return { ...letter, replaces: `${user.id} ${type}` }
}

function mailedLink(
  { config }: MailDeps,
  request: LinkRequest,
  token: string,
  type: string,
  knownAs: string | null,
): string {
  return isForApp(config, request)
    ? pageLink(config, token, type, knownAs)
    : verifyLinkFor(config, token, type, request.redirectTo)
}

/** The host where the mail's code can be typed; null when another program asked, which has a place of its own. */
function appOf({ config }: MailDeps, request: LinkRequest): string | null {
  return isForApp(config, request) ? new URL(config.siteUrl).host : null
}

async function beginMailFlow(
  db: Queryable,
  userId: string,
  method: string,
  { challenge }: LinkRequest,
): Promise<void> {
  if (challenge !== null) await beginFlow(db, { method, providerType: method, userId, challenge })
}

type SentAt =
  | 'confirmation_sent_at'
  | 'recovery_sent_at'
  | 'email_change_sent_at'
  | 'reauthentication_sent_at'

/**
 * Notes the time of a mail, unless the last one is younger than `interval` seconds. The update also locks the account,
 * so of two requests at once only one sends. A time that lies ahead is of a clock that has been set back since, and
 * holds nobody back.
 */
async function claimMailTime(db: Queryable, userId: string, column: SentAt, interval: number): Promise<void> {
  const claimed = await db.query(
    `update auth.users set ${column} = now(), updated_at = now()
      where id = $1 and (${column} is null or not ${isOfLast('$2', column)})`,
    [userId, interval],
  )
  if (claimed.rowCount !== 0) return
  const left = await db.query<{ seconds: number }>(
    `select ceil(extract(epoch from ${column} - now()) + $2)::int as seconds from auth.users where id = $1`,
    [userId, interval],
  )
  const seconds = Math.max(1, left.rows[0]?.seconds ?? 1)
  throw mailTooSoon(seconds)
}
