import { authAddress } from '../config.ts'
import { HttpError } from '../errors.ts'
import { type Occasion, writeMail } from '../mail/letters.ts'
import type { Mail } from '../mail/mailer.ts'
import type { AuthDeps } from './auth-deps.ts'
import { beginFlow } from './flow-state.ts'
import { keepToken, newSecret, type TokenType } from './one-time-tokens.ts'
import type { CodeChallenge } from './pkce.ts'
import type { Queryable, UserRow } from './users.ts'

/** What a mail needs of the server; the command line has it too. */
export type MailDeps = Pick<AuthDeps, 'config' | 'oneTimeKey'>

/** What the request that asked for a mail says about its link. */
export interface LinkRequest {
  /** Found allowed. */
  redirectTo: string
  challenge: CodeChallenge | null
}

type SimpleKind = 'signup' | 'invite' | 'recovery' | 'magiclink'

const KINDS: Readonly<Record<SimpleKind, { type: TokenType; sentAt: SentAt; flow: string }>> = {
  signup: { type: 'confirmation_token', sentAt: 'confirmation_sent_at', flow: 'email/signup' },
  invite: { type: 'confirmation_token', sentAt: 'confirmation_sent_at', flow: 'invite' },
  recovery: { type: 'recovery_token', sentAt: 'recovery_sent_at', flow: 'recovery' },
  magiclink: { type: 'recovery_token', sentAt: 'recovery_sent_at', flow: 'magiclink' },
}

/**
 * Anybody may ask for the mail of a sign-up. An invited account gets its invitation again, whose link asks for a
 * password; whatever the request said of a challenge, the answer is for the one who reads the mail.
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
 * The mails below are made inside the transaction that keeps their token, and sent when it is committed. They throw 429
 * over_email_send_rate_limit when the last one of the kind was less than AUTH_MAIL_INTERVAL ago.
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
  await noteSent(db, user.id, sentAt, interval)
  if (kind === 'invite') await db.query('update auth.users set invited_at = now() where id = $1', [user.id])
  await beginMailFlow(db, user.id, flow, request)
  const address = user.email ?? ''
  const { code, token } = newSecret(deps.oneTimeKey, address, request.challenge !== null)
  await keepToken(db, user.id, type, address, token)
  const link = linkFor(deps, token, kind, request.redirectTo)
  const { otpExpirySeconds, inviteExpirySeconds } = deps.config.auth
  const occasion: Occasion =
    kind === 'invite'
      ? { kind, link, lifeSeconds: inviteExpirySeconds }
      : { kind, link, code, lifeSeconds: otpExpirySeconds }
  return writeMail(occasion, address, deps.config.brand)
}

/** One mail to each mailbox; the change is made when both are confirmed. */
export async function emailChangeMails(
  db: Queryable,
  deps: MailDeps,
  user: UserRow,
  newEmail: string,
  request: LinkRequest,
): Promise<Mail[]> {
  await noteSent(db, user.id, 'email_change_sent_at', deps.config.mail.intervalSeconds)
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
    const link = linkFor(deps, token, 'email_change', request.redirectTo)
    const lifeSeconds = deps.config.auth.otpExpirySeconds
    mails.push(writeMail({ kind, link, code, lifeSeconds, newEmail }, address, deps.config.brand))
  }
  return mails
}

/** A code and no link: it is typed where the person already is. */
export async function reauthenticationMail(db: Queryable, deps: MailDeps, user: UserRow): Promise<Mail> {
  await noteSent(db, user.id, 'reauthentication_sent_at', deps.config.mail.intervalSeconds)
  const address = user.email ?? ''
  const { code, token } = newSecret(deps.oneTimeKey, address, false)
  await keepToken(db, user.id, 'reauthentication_token', address, token)
  const lifeSeconds = deps.config.auth.otpExpirySeconds
  return writeMail({ kind: 'reauthentication', code, lifeSeconds }, address, deps.config.brand)
}

/** Where the link of a mail leads first; from there to `redirectTo`. */
export function linkFor(deps: MailDeps, token: string, type: string, redirectTo: string): string {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return `${authAddress(deps.config)}/verify?${query.toString()}`
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

/** Locks the account, so that of two requests at once only one sends. */
async function noteSent(db: Queryable, userId: string, column: SentAt, interval: number): Promise<void> {
  const noted = await db.query(
    `update auth.users set ${column} = now(), updated_at = now()
      where id = $1 and (${column} is null or ${column} <= now() - make_interval(secs => $2))`,
    [userId, interval],
  )
  if (noted.rowCount !== 0) return
  const left = await db.query<{ seconds: number }>(
    `select ceil(extract(epoch from ${column} - now()) + $2)::int as seconds from auth.users where id = $1`,
    [userId, interval],
  )
  const seconds = Math.max(1, left.rows[0]?.seconds ?? 1)
  throw new HttpError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
    { headers: { 'Retry-After': String(seconds) } },
  )
}
