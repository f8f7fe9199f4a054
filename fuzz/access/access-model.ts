import { strict as assert } from 'node:assert'
import { randomUUID } from 'node:crypto'
import { bearer, type TestServer } from '../../server/testing/test-server.ts'

export type Role = 'carer' | 'viewer' | 'consultant'
/** As often as they are given here: who may write is tried most, and of the provider's staff whoever only looks. */
export const ROLES = ['carer', 'carer', 'carer', 'viewer', 'consultant'] as const satisfies Role[]
export const ROLES_OF_STAFF = [
  'consultant',
  'consultant',
  'consultant',
  'viewer',
  'carer',
] as const satisfies Role[]

/** An account, which is a family too: it has a log of its own, and may be let into others'. */
export interface Account {
  id: string
  email: string
  token: string
  /** Whether it works for the provider, and its session has the second factor. */
  isStaff: boolean
  /** The id of a nap of its own family that nobody may find a way to change. */
  kept: string
  /** How often it has invited: in a day it can only do so thirty times. */
  invited: number
  /** What the baby may be called at the end: as it was at first, and as each rename that was taken has said. */
  names: string[]
  /** How many naps of its family were deleted. */
  removed: number
}

interface Nap {
  duration: number
  /** Null: the family's own account. */
  loggedBy: string | null
}

/** What an account may do in a family, and the naps there, all of one day, that nobody else touches. */
export interface Pair {
  family: Account
  account: Account
  role: 'owner' | Role | null
  /** Whether a look of today's has opened the tables to it, as a consultant. */
  isLooking: boolean
  /** What the family's history has to say that it has looked at. */
  looked: Set<string>
  /** How often it has asked the family for leave to look: in a day it can only do so ten times. */
  asked: number
  /** Whether the family has said no, and isn't to be asked for a week. */
  isRefused: boolean
  /** Whether its access hasn't been ended. It may have run out by the clock, and then opens nothing. */
  isGranted: boolean
  day: string
  naps: Map<string, Nap>
  /** True while a change of its access is under way. */
  isChanging: boolean
  changes: number
}

export interface World {
  server: TestServer
  accounts: Account[]
  /** The pairs whose access changes all the while. Everybody else is a stranger to each other for good. */
  pairs: Pair[]
  /** Each account's pair with itself. */
  own: Map<Account, Pair>
  figures: Figures
  sent: () => void
}

export interface Figures {
  requests: number
  changes: number
  /** Answers that were held to what the account may do. */
  judged: number
  /** Answers to requests that met a change of their access, and may go either way. */
  eitherWay: number
  writesTaken: number
  writesRefused: number
  /** Looks that were asked for, whether or not they were to be had. */
  looks: number
}

export const TABLE = '/rest/v1/sleep_records'
export const KEPT = { day: '2024-12-31', duration: 60 }

export function newPair(family: Account, account: Account, day: string): Pair {
  const role = family === account ? 'owner' : null
  return {
    family,
    account,
    role,
    isLooking: false,
    looked: new Set(),
    asked: 0,
    isRefused: false,
    isGranted: false,
    day,
    naps: new Map(),
    isChanging: false,
    changes: 0,
  }
}

/** Whether the family has let the account in as its consultant, who reads nothing yet. */
export function isConsultantOf({ role, account }: Pair): boolean {
  return role === 'consultant' && account.isStaff
}

/** What the account may do with the family's rows: a consultant who isn't staff, or hasn't looked today, nothing. */
function opens(pair: Pair): Pair['role'] {
  return pair.role !== 'consultant' || (isConsultantOf(pair) && pair.isLooking) ? pair.role : null
}

/** Runs a change of a pair's access. Until it is answered nobody knows which access counts. */
export async function whileChanging(
  { figures }: World,
  pair: Pair,
  change: () => Promise<void>,
): Promise<void> {
  pair.isChanging = true
  figures.changes += 1
  try {
    await change()
  } finally {
    pair.isChanging = false
    pair.changes += 1
  }
}

/** Runs a request, and answers with it what the pair's account may do, or 'unsettled' when it met a change of that. */
export async function watched<T>(
  { figures }: World,
  pairs: readonly Pair[],
  request: () => Promise<T>,
): Promise<{
  answer: T
  roleIn: (pair: Pair) => Pair['role'] | 'unsettled'
  isConsultantIn: (pair: Pair) => boolean | undefined
}> {
  const before = new Map(pairs.map((pair) => [pair, pair.isChanging ? null : pair.changes]))
  const answer = await request()
  const roles = new Map(
    pairs.map((pair) => {
      const isSettled = !pair.isChanging && before.get(pair) === pair.changes
      return [pair, isSettled ? opens(pair) : ('unsettled' as const)]
    }),
  )
  const consultants = new Map(pairs.map((pair) => [pair, isConsultantOf(pair)]))
  for (const role of roles.values()) figures[role === 'unsettled' ? 'eitherWay' : 'judged'] += 1
  return {
    answer,
    roleIn: (pair) => roles.get(pair) ?? null,
    isConsultantIn: (pair) => consultants.get(pair),
  }
}

export interface Init {
  method?: string
  headers?: Record<string, string>
  body?: object
}

// An answer is whatever JSON came; what is looked at in it is compared right there.
export type Answered = ReturnType<typeof JSON.parse>

export async function ask(
  world: World,
  account: Account,
  path: string,
  init: Init = {},
): Promise<{ status: number; body: Answered; headers: Headers }> {
  const { server, figures, sent } = world
  const headers = { ...init.headers, ...bearer(account.token) }
  const answer = await server.fetch(path, { ...init, headers })
  const text = await answer.text()
  figures.requests += 1
  sent()
  // Rows of two families, one of which was being written to.
  if (answer.status === 429 && text.includes('"PT429"')) return ask(world, account, path, init)
  assert.ok(answer.status < 500 && answer.status !== 429, `${init.method} ${path}: ${answer.status} ${text}`)
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers }
}

export function callOf(name: string, body: object): [string, Init] {
  return [`/rest/v1/rpc/${name}`, { method: 'POST', body }]
}

export function nap(date: string, duration: number) {
  return { id: randomUUID(), date, type: 'siesta', start_time: '10:00', duration }
}
