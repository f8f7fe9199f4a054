import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createCall } from '../../crash/load/caller.ts'
import { insertUser } from '../../server/auth/accounts/accounts.ts'
import { openPool } from '../../server/db/open.ts'
import { PASSWORD, PASSWORD_HASH } from '../../server/testing/password.ts'
import { openPhone, type Phone } from './phone.ts'
import { type Done, stillMissing } from './waits.ts'

/** What was found out so far. */
export interface Findings {
  acknowledged: number
  lost: string[]
  doubled: string[]
  signedOut: string[]
  /** Answers that tell a phone something wrong. */
  faults: string[]
}

/** Where they call. */
export interface Address {
  url: string
  anonKey: string
  /** The header that says from where each of them calls. */
  addressHeader: string
}

/** Many phones, two to a diary, that live all at once. */
export interface Phones {
  /** What they have done since the last time that somebody asked. */
  take(): Done[]
  /** Waits until each of them has done everything that it began since then, and hands over what was done. */
  served(since: number, interrupted: AbortSignal): Promise<Done[]>
  /** Compares what was acknowledged since the last time with what is there. */
  judge(): Promise<Findings>
  /** Ends them all, and compares everything once more. */
  finish(): Promise<Findings>
}

const IN_A_FAMILY = 2
/** Signing in costs a hash, and comparing a page of records. */
const AT_ONCE = 8
const LOOK_EVERY_MS = 500
const PATIENCE_MS = 180_000

/** Makes accounts as an administrator would who takes them over from another server: with a hash that is known. */
export async function makeAccounts(connectionString: string, phones: number): Promise<string[]> {
  const pool = openPool({ connectionString }, 1)
  try {
    const emails: string[] = []
    while (emails.length * IN_A_FAMILY < phones) {
      const email = `familia-${emails.length}@example.com`
      await insertUser(pool, { email, passwordHash: PASSWORD_HASH, confirmed: true })
      emails.push(email)
    }
    return emails
  } finally {
    await pool.end()
  }
}

export async function startPhones(
  { url, anonKey, addressHeader }: Address,
  emails: readonly string[],
): Promise<Phones> {
  const findings: Findings = { acknowledged: 0, lost: [], doubled: [], signedOut: [], faults: [] }
  let done: Done[] = []
  const limit = pLimit(AT_ONCE)
  const phones: Phone[] = []
  const partnerOf = (number: number) => phones[number % IN_A_FAMILY === 0 ? number + 1 : number - 1]
  const handsets = emails.flatMap((email, family) =>
    Array.from({ length: IN_A_FAMILY }, (_, place) => ({
      email,
      place,
      number: family * IN_A_FAMILY + place,
    })),
  )
  const opened = handsets.map(({ email, place, number }) =>
    limit(() =>
      openPhone(
        {
          number,
          place,
          call: createCall(url, anonKey, { [addressHeader]: `10.${number >> 8}.${number & 255}.1` }),
          email,
          password: PASSWORD,
        },
        {
          onDone: (one) => void done.push(one),
          onFault: (text) => void findings.faults.push(text),
          onSignedOut: (text) => void findings.signedOut.push(text),
          onSaved: (rev, begunAt) => partnerOf(number)?.expect(rev, begunAt),
        },
      ),
    ),
  )
  phones.push(...(await Promise.all(opened)))
  let isWanted = true
  const lives = phones.map((phone) => phone.live(() => isWanted))
  const begunOf = () => phones.map(({ family }) => family.begun())
  let judged = phones.map(() => 0)

  async function judgeFrom(firsts: readonly number[]): Promise<void> {
    const verdicts = await Promise.all(
      phones.map(({ family }, number) => limit(() => family.judge(firsts[number] ?? 0))),
    )
    for (const { lost, doubled } of verdicts) {
      findings.lost = [...new Set([...findings.lost, ...lost])]
      findings.doubled = [...new Set([...findings.doubled, ...doubled])]
    }
    findings.acknowledged = phones.reduce((sum, { family }) => sum + family.acknowledged(), 0)
  }

  function take(): Done[] {
    const taken = done
    done = []
    return taken
  }

  return {
    take,
    async served(since, interrupted) {
      const deadline = performance.now() + PATIENCE_MS
      for (;;) {
        const missing = stillMissing(done, phones.length, since)
        if (missing.length === 0) return take()
        interrupted.throwIfAborted()
        if (performance.now() > deadline) throw new Error(`Sin atender: ${missing.slice(0, 10).join(', ')}`)
        await sleep(LOOK_EVERY_MS)
      }
    },
    async judge() {
      const begun = begunOf()
      await judgeFrom(judged)
      judged = begun
      return findings
    },
    async finish() {
      isWanted = false
      await Promise.all(lives)
      await judgeFrom(phones.map(() => 0))
      // A session that was closed meanwhile says so now.
      await Promise.all(phones.map((phone) => limit(() => phone.renew())))
      return findings
    },
  }
}
