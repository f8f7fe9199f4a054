import * as v from 'valibot'
import { settings } from '../device/settings.ts'
import { isConsentRemembered, rememberConsent } from '../session/remembered-consent.ts'
import { storedSession } from '../session/stored-session.ts'
import { tableFetch } from '../session/table-fetch.ts'
import { retryDelayMs } from '../wire/backoff.ts'
import { type AuthResult, authResult, isRefusal } from '../wire/failures.ts'
import { readConsents, writeConsent } from './remote.ts'

/*
 * Whether an account has agreed to the text on its data (decision 039). Where the brand names nobody who answers for
 * the data there is no text to agree to, and everybody counts as having done so.
 */

/**
 * `missing`: it has to be asked for. `isFirst`: no version was ever agreed to. `unknown`: the server hasn't said, and
 * is to be asked in so many milliseconds.
 */
export type ConsentState =
  | { kind: 'given' }
  | { kind: 'missing'; isFirst: boolean }
  | { kind: 'unknown'; tries: number; askInMs: number }

export interface Consent {
  version: string
  /** An instant, RFC 3339. */
  given_at: string
}

/** What PostgREST and PostgreSQL say of a table that isn't there. */
const NO_TABLE = new Set(['PGRST205', '42P01'])

const GIVEN: ConsentState = { kind: 'given' }
const NOT_ASKED: ConsentState = { kind: 'unknown', tries: 0, askInMs: 0 }
/** A phone may be without a network for days. */
const RETRY = { longest: 60_000 }

const states = new Map<string, ConsentState>()
const listeners = new Set<() => void>()

const wantedVersion = () => settings.brand.privacy?.version ?? null

export function consentOf(userId: string): ConsentState {
  const version = wantedVersion()
  if (version === null || isConsentRemembered({ userId, version })) return GIVEN
  return states.get(userId) ?? NOT_ASKED
}

export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function become(userId: string, state: ConsentState): void {
  states.set(userId, state)
  for (const listener of listeners) listener()
}

const consentsSchema = v.array(v.object({ version: v.string(), given_at: v.string() }))

/**
 * All consents of an account, the oldest first. `unknown`: nobody could say now; `untold`: the server keeps none, as a
 * hosted project whose tables are older than the app.
 */
export async function listConsents(userId: string): Promise<Consent[] | 'unknown' | 'untold'> {
  const { data, failure } = await readConsents(userId, fetchOf(userId))
  if (failure !== null) return NO_TABLE.has(failure.code ?? '') ? 'untold' : 'unknown'
  const read = v.safeParse(consentsSchema, data)
  return read.success ? read.output : 'unknown'
}

/** Asks the server whether the account has agreed to the text of today. */
export async function lookUpConsent(userId: string): Promise<void> {
  const before = consentOf(userId)
  const version = wantedVersion()
  if (before.kind !== 'unknown' || version === null) return
  const consents = await listConsents(userId)
  if (consents === 'unknown') {
    const tries = before.tries + 1
    return become(userId, { kind: 'unknown', tries, askInMs: retryDelayMs(tries, Math.random(), RETRY) })
  }
  // What can't be written down isn't asked for; the next start looks again.
  if (consents === 'untold') return become(userId, GIVEN)
  const isGiven = consents.some((consent) => consent.version === version)
  if (isGiven) rememberConsent({ userId, version })
  become(userId, isGiven ? GIVEN : { kind: 'missing', isFirst: consents.length === 0 })
}

/**
 * Agrees in the account's name. Without a network the diary opens all the same, and the server is told as soon as it
 * can be; a page that ends before is asked again. When the server refuses, nothing has changed.
 */
export async function giveConsent(userId: string): Promise<AuthResult> {
  const version = wantedVersion()
  if (version === null) return { kind: 'ok' }
  const result = authResult(await writeConsent(version, fetchOf(userId)))
  if (result.kind === 'failed' && result.code !== 'network') return result
  become(userId, GIVEN)
  if (result.kind === 'ok') rememberConsent({ userId, version })
  else void writeLater(userId, version)
  return { kind: 'ok' }
}

async function writeLater(userId: string, version: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs(tries, Math.random(), RETRY)))
    if (storedSession()?.userId !== userId) return
    const failure = await writeConsent(version, fetchOf(userId))
    if (failure === null) return rememberConsent({ userId, version })
    // A refusal is told when the next start asks again.
    if (isRefusal(failure)) return
  }
}

/** A pause that the server asks for is kept by whoever asks again. */
const fetchOf = (userId: string) => tableFetch(userId, () => undefined)
