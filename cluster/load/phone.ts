import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, insist, isAway, type Outcome } from '../../crash/load/caller.ts'
import { createSaver, type Family, FIRST_DAY, OWN_DAYS_MS } from '../../crash/load/family.ts'
import type { Done } from './waits.ts'

/** Who signed in with it, and where: two phones share an account, and so a diary. */
export interface Handset {
  number: number
  /** Its place among the phones of its account. */
  place: number
  call: Call
  email: string
  password: string
}

export interface Listeners {
  onDone: (done: Done) => void
  onFault: (text: string) => void
  /** The session was closed, although nobody has signed out. */
  onSignedOut: (text: string) => void
  /** It has read that the diary has come so far, by a change that it began to save then. */
  onSaved: (rev: number, begunAt: number) => void
}

/** A phone that saves, reads, waits for changes of others and renews its session, all by itself. */
export interface Phone {
  readonly family: Family
  /** Goes on until nobody wants it any more. */
  live(isWanted: () => boolean): Promise<void>
  /** Another phone of its diary has saved something: it has to hear of it. */
  expect(rev: number, begunAt: number): void
  /** Resolves to whether its session can still be renewed. */
  renew(): Promise<boolean>
}

interface Session {
  access_token: string
  refresh_token: string
}

/** The longest pause between a carer's taps, who saves many times more than a family ever does. */
const SAVE_EVERY_MS = 16_000
const READ_EVERY_MS = 8_000
const LOOK_EVERY_MS = 1_000
const RENEW_EVERY_MS = 80_000
/** The app itself waits a second at first, and then ever longer, up to ten; before it listens again up to a minute. */
const AGAIN_AFTER_MS = 1_000
const LISTEN_AGAIN_AFTER_MS = 2_000
const PAGE = 200
/** Phones don't walk in step. */
const pause = (longestMs: number) => sleep(longestMs * Math.random())

/** Signs in, and answers the phone. */
export async function openPhone(handset: Handset, listeners: Listeners): Promise<Phone> {
  const { number, place, call, email, password } = handset
  const { onDone, onFault, onSignedOut, onSaved } = listeners
  const signedIn = await insist(
    () => call('/auth/v1/token?grant_type=password', { method: 'POST', body: { email, password } }),
    () => true,
    AGAIN_AFTER_MS,
  )
  if (signedIn.status !== 200) throw new Error(`El inicio de sesión responde ${JSON.stringify(signedIn)}`)
  let session = signedIn.body as Session // A sign-in answers with both tokens.
  let renewing: Promise<boolean> | null = null
  let seen = 0
  let heard = 0
  let expected: { rev: number; begunAt: number }[] = []
  const name = `${email} (${place})`
  const note = (deed: Done['deed'], begunAt: number) =>
    onDone({ phone: number, deed, begunAt, doneAt: performance.now() })

  /** An access token that is over is renewed, as the app does. */
  const callSignedIn: Call = async (path, init = {}) => {
    const answer = await call(path, { ...init, token: session.access_token })
    if (answer.status !== 401 || !(await renew())) return answer
    return call(path, { ...init, token: session.access_token })
  }

  const family = createSaver({
    call: callSignedIn,
    name,
    token: () => session.access_token,
    firstDay: FIRST_DAY + place * OWN_DAYS_MS,
    onFault,
    onRefusal: () => undefined,
    pauseMs: AGAIN_AFTER_MS,
  })

  function renew(): Promise<boolean> {
    renewing ??= renewOnce().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function renewOnce(): Promise<boolean> {
    const { refresh_token } = session
    const renewed = await insist(
      () => call('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token } }),
      () => true,
      AGAIN_AFTER_MS,
    )
    if (renewed.status === 200)
      session = renewed.body as Session // So does a renewal.
    else onSignedOut(`${name}: ${JSON.stringify(renewed)}`)
    return renewed.status === 200
  }

  async function save(isWanted: () => boolean): Promise<void> {
    const begunAt = performance.now()
    if (!(await family.save(isWanted))) return
    note('save', begunAt)
    if ((await read(isWanted)) && isWanted()) onSaved(seen, begunAt)
  }

  /** Reads what is new, and resolves to whether there was something. */
  async function read(isWanted: () => boolean): Promise<boolean> {
    const begunAt = performance.now()
    const query = `select=id,rev&rev=gt.${seen}&order=rev&limit=${PAGE}`
    const answer = await insist(
      () => callSignedIn(`/rest/v1/sleep_records?${query}`),
      isWanted,
      AGAIN_AFTER_MS,
    )
    if (isAway(answer)) return false
    if (!Array.isArray(answer.body)) return fault('una lectura', answer)
    note('read', begunAt)
    const last = (answer.body as { rev: number }[]).at(-1) // These columns were asked for.
    seen = last?.rev ?? seen
    return last !== undefined
  }

  async function listen(isWanted: () => boolean): Promise<void> {
    const answer = await callSignedIn(`/events/v1/changes?after=${heard}`)
    if (answer.status !== 200) {
      if (!isAway(answer)) fault('una espera', answer)
      await sleep(LISTEN_AGAIN_AFTER_MS)
      return
    }
    heard = (answer.body as { rev: number }).rev // A wait answers so.
    if (isWanted()) settle()
  }

  function settle(): void {
    for (const { rev, begunAt } of expected) if (rev <= heard) note('hear', begunAt)
    expected = expected.filter(({ rev }) => rev > heard)
  }

  function fault(what: string, answer: Outcome): false {
    onFault(`${what} responde ${JSON.stringify(answer)}`)
    return false
  }

  async function lane(isWanted: () => boolean, work: () => Promise<unknown>): Promise<void> {
    try {
      while (isWanted()) await work()
    } catch (error) {
      onFault(`${name}: ${String(error)}`)
    }
  }

  return {
    family,
    renew,
    expect(rev, begunAt) {
      expected.push({ rev, begunAt })
      settle()
    },
    async live(isWanted) {
      await Promise.all([
        lane(isWanted, async () => {
          await pause(SAVE_EVERY_MS)
          await save(isWanted)
        }),
        // What is there can be read while nothing can be saved.
        lane(isWanted, async () => {
          await pause(READ_EVERY_MS)
          await read(isWanted)
        }),
        lane(isWanted, () => listen(isWanted)),
        lane(isWanted, async () => {
          const due = performance.now() + RENEW_EVERY_MS * Math.random()
          while (performance.now() < due && isWanted()) await sleep(LOOK_EVERY_MS)
          if (isWanted()) await renew()
        }),
      ])
    },
  }
}
