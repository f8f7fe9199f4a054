import * as v from 'valibot'
import { authAddress } from '../../../settings/config.ts'
import { insertUser } from '../../accounts/accounts.ts'
import { parseEmail, parsePhone } from '../../accounts/addresses.ts'
import { parseBanDuration } from '../../accounts/ban-duration.ts'
import { hashPassword, isKnownHash, refuseUnfitPassword } from '../../accounts/passwords.ts'
import { refuseLargeMetadata } from '../../accounts/user-metadata.ts'
import { drawUser } from '../../accounts/user-object.ts'
import { findUserByEmail, findUserById, findUserByPhone, findUsers, isUuid } from '../../accounts/users.ts'
import type { AuthContext } from '../../calls/auth-context.ts'
import { optionalFlag, optionalObject, optionalText, readJsonBody } from '../../calls/json-body.ts'
import { emailExists, invalid, phoneExists, userExists } from '../../calls/refusals.ts'
import { transaction } from '../../sessions/transaction.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { setBan } from './closed-account.ts'
import { requireAdmin } from './require-admin.ts'

type Deps = Pick<AuthDeps, 'config' | 'pool' | 'jwt' | 'apiKeys' | 'liveSessions'>

const DEFAULT_PER_PAGE = 50
const MOST_PER_PAGE = 1000

/** GET /admin/users: all accounts in pages, which the `Link` header leads to. */
export async function listUsers(c: AuthContext, deps: Deps): Promise<Response> {
  await requireAdmin(c, deps)
  const page = pageNumber(c.req.query('page'), 1)
  const perPage = Math.min(pageNumber(c.req.query('per_page'), DEFAULT_PER_PAGE), MOST_PER_PAGE)
  const ascending = sortsAscending(c.req.query('sort'))
  const filter = c.req.query('filter') ?? ''
  if (filter.includes('\0')) throw invalid('Bad Filter Parameter: contains a null character')
  const { users, total } = await findUsers(deps.pool, { page, perPage, filter, ascending })
  const address = (to: number) => {
    // «page» has to come first, because the official client takes what follows the first «=» for the page.
    const query = new URLSearchParams({ page: String(to), per_page: String(perPage) })
    if (filter !== '') query.set('filter', filter)
    if (ascending) query.set('sort', 'created_at asc')
    return `<${authAddress(deps.config)}/admin/users?${query.toString()}>`
  }
  const last = Math.ceil(total / perPage)
  const next = last > page ? `${address(page + 1)}; rel="next", ` : ''
  return c.json({ users: users.map(drawUser), aud: 'authenticated' }, 200, {
    'X-Total-Count': String(total),
    Link: `${next}${address(last)}; rel="last"`,
  })
}

function pageNumber(stated: string | undefined, fallback: number): number {
  if (stated === undefined || stated === '') return fallback
  if (/^\d{1,9}$/.test(stated)) return Number(stated) || fallback
  const why = `strconv.ParseUint: parsing ${JSON.stringify(stated)}: invalid syntax`
  throw invalid(`Bad Pagination Parameters: ${why}`)
}

function sortsAscending(stated: string | undefined): boolean {
  if (stated === undefined || stated === '') return false
  const [field = '', direction = 'desc'] = stated.split(/ (.*)/)
  if (field !== 'created_at') throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`)
  if (/^(asc|desc)$/i.test(direction)) return direction.toLowerCase() === 'asc'
  throw invalid(`Bad Sort Parameters: bad direction for sort '${direction}', only 'asc' and 'desc' allowed`)
}

const bodySchema = v.object({
  id: optionalText,
  email: optionalText,
  phone: optionalText,
  password: v.nullish(v.string()),
  password_hash: optionalText,
  email_confirm: optionalFlag,
  phone_confirm: optionalFlag,
  user_metadata: optionalObject,
  app_metadata: optionalObject,
  role: optionalText,
  ban_duration: optionalText,
})
type RequestBody = v.InferOutput<typeof bodySchema>

/** POST /admin/users: makes an account without sending a mail. Without a password, none opens it. */
export async function createUserAsAdmin(c: AuthContext, deps: Deps): Promise<Response> {
  await requireAdmin(c, deps)
  const request = await readJsonBody(c, bodySchema)
  const { email, phone } = await acceptedAddresses(request, deps)
  const passwordHash = await acceptedHash(request, deps)
  refuseUnfitId(request.id)
  refuseUnfitRole(request.role)
  const ban = parseBanDuration(request.ban_duration)
  refuseLargeMetadata(Buffer.byteLength(JSON.stringify(request.user_metadata ?? {})))
  const user = await transaction(deps, async (db) => {
    const created = await insertUser(db, {
      email,
      phone,
      passwordHash,
      confirmed: email !== null && request.email_confirm,
      phoneConfirmed: phone !== null && request.phone_confirm,
      byAdmin: true,
      data: request.user_metadata ?? {},
      appData: request.app_metadata ?? {},
      ...(request.id === '' ? {} : { id: request.id }),
      ...(request.role === '' ? {} : { role: request.role }),
    })
    if (created === null) throw userExists('A user with this ID already exists')
    if (ban == null) return created
    await setBan(db, created.id, ban)
    return (await findUserById(db, created.id)) ?? created
  })
  return c.json(drawUser(user))
}

async function acceptedAddresses(
  request: RequestBody,
  deps: Deps,
): Promise<{ email: string | null; phone: string | null }> {
  if (request.email === '' && request.phone === '') {
    throw invalid('Cannot create a user without either an email or phone')
  }
  const email = request.email === '' ? null : parseEmail(request.email)
  if (email !== null && (await findUserByEmail(deps.pool, email)) !== null) throw emailExists()
  const phone = request.phone === '' ? null : parsePhone(request.phone)
  if (phone !== null && (await findUserByPhone(deps.pool, phone)) !== null) {
    throw phoneExists('Phone number already registered by another user')
  }
  return { email, phone }
}

async function acceptedHash(request: RequestBody, deps: Deps): Promise<string | null> {
  const { password, password_hash: hash } = request
  if (password != null && hash !== '') {
    throw invalid('Only a password or a password hash should be provided')
  }
  if (hash !== '') {
    if (isKnownHash(hash)) return hash
    throw invalid('Password hash should be a bcrypt or argon2 hash')
  }
  if (password == null || password === '') return null
  refuseUnfitPassword(password, deps.config, request.email)
  return hashPassword(password)
}

/** Refuses a role that is longer than the database's column. Throws 400 validation_failed. */
export function refuseUnfitRole(role: string): void {
  if (role.length > 255) throw invalid('Role is too long')
}

function refuseUnfitId(id: string): void {
  if (id === '') return
  if (!isUuid(id)) throw invalid('ID must conform to the uuid v4 format')
  if (/^[0-]+$/.test(id)) throw invalid('ID cannot be a nil uuid')
}
