import { randomUUID } from 'node:crypto'
import { type Call, insist, isAway } from './caller.ts'

const PASSWORD = 'siesta-larga-y-buena'

/** A family saves naps, half of them without an id, so that one which is taken twice is there twice. */
export interface Family {
  /** Saves the next nap: resolves to whether it is acknowledged, or else given up. */
  save(isWanted: () => boolean): Promise<boolean>
  /** How many naps were begun: a judgement may begin there. */
  begun(): number
  acknowledged(): number
  /** Compares what was acknowledged with what is there, of the naps from `first` on. */
  judge(first: number): Promise<Verdict>
}

interface Verdict {
  lost: string[]
  doubled: string[]
}

/** Who saves, in whose diary. */
export interface Saver {
  call: Call
  name: string
  /** The access token of the moment. */
  token: () => string
  /** The day of its first nap: two who share a diary have years of their own in it. */
  firstDay: number
  onFault: (text: string) => void
  /** Is called for each save that got no answer, or «not now». */
  onRefusal: () => void
  /** How long it waits before it sends the same again. */
  pauseMs?: number
}

interface Row {
  id: string
  date: string
  duration: number
}

/** A nap's number is written in its day and its length, and a length is 1,500 minutes at most. */
const NUMBERS_A_DAY = 1500
export const FIRST_DAY = Date.UTC(2000, 0, 1)
const DAY_MS = 86_400_000
/** So many days belong to one saver. */
export const OWN_DAYS_MS = 1000 * DAY_MS
const PAGE = 1000

export async function createFamily(
  call: Call,
  onFault: (text: string) => void,
  onRefusal: () => void,
): Promise<Family> {
  const email = `${randomUUID()}@example.com`
  const signedUp = await call('/auth/v1/signup', { method: 'POST', body: { email, password: PASSWORD } })
  // Who signs up is signed in, unless mails have to confirm it.
  const { access_token: token } = signedUp.body as { access_token: string }
  return createSaver({ call, name: email, token: () => token, firstDay: FIRST_DAY, onFault, onRefusal })
}

export function createSaver(saver: Saver): Family {
  const { call, name, token, firstDay, onFault, onRefusal, pauseMs } = saver
  const acknowledged = new Set<number>()
  let begun = 0

  function marksOf(number: number): Omit<Row, 'id'> {
    const day = new Date(firstDay + Math.floor(number / NUMBERS_A_DAY) * DAY_MS)
    return { date: day.toISOString().slice(0, 10), duration: number % NUMBERS_A_DAY }
  }

  function numberOf({ date, duration }: Omit<Row, 'id'>): number {
    return ((Date.parse(date) - firstDay) / DAY_MS) * NUMBERS_A_DAY + duration
  }

  async function save(isWanted: () => boolean): Promise<boolean> {
    const number = begun
    begun += 1
    // Some are given up after one try, so that the next call isn't always the one that was cut.
    const isGivenUp = number % 10 === 9
    const id = number % 2 === 0 ? {} : { id: randomUUID() }
    const body = { ...id, ...marksOf(number), type: 'siesta', start_time: '10:00', op_id: randomUUID() }
    const send = () => call('/rest/v1/sleep_records', { method: 'POST', token: token(), body })
    const outcome = await insist(
      async () => {
        const tried = await send()
        if (isAway(tried)) onRefusal()
        return tried
      },
      () => isWanted() && !isGivenUp,
      pauseMs,
    )
    if (isAway(outcome)) return false
    if (outcome.status !== 201) {
      onFault(`un guardado responde ${JSON.stringify(outcome)}`)
      return false
    }
    acknowledged.add(number)
    // A phone whose answer was lost sends a change again that was taken already.
    if (number % 7 === 0) await send()
    return true
  }

  /** Saves go on meanwhile and may move a row to the next page, so each counts once, by its id. */
  async function rowsFrom(first: number): Promise<Row[]> {
    const rows = new Map<string, Row>()
    const end = new Date(firstDay + OWN_DAYS_MS).toISOString().slice(0, 10)
    for (let offset = 0; ; offset += PAGE) {
      const days = `date=gte.${marksOf(first).date}&date=lt.${end}`
      const query = `select=id,date,duration&${days}&order=date,duration,id&limit=${PAGE}&offset=${offset}`
      const { body } = await insist(
        () => call(`/rest/v1/sleep_records?${query}`, { token: token() }),
        () => true,
        pauseMs,
      )
      if (!Array.isArray(body)) throw new Error(`No se puede leer: ${JSON.stringify(body)}`)
      for (const row of body as Row[]) rows.set(row.id, row) // These columns were asked for.
      if (body.length < PAGE) return [...rows.values()]
    }
  }

  return {
    save,
    begun: () => begun,
    acknowledged: () => acknowledged.size,
    async judge(first) {
      const known = [...acknowledged].filter((number) => number >= first)
      const counts = new Map<number, number>()
      for (const row of await rowsFrom(first)) counts.set(numberOf(row), (counts.get(numberOf(row)) ?? 0) + 1)
      const named = (number: number) => `${name} n.º ${number}`
      return {
        lost: known.filter((number) => !counts.has(number)).map(named),
        doubled: [...counts].flatMap(([number, count]) => (count > 1 ? [named(number)] : [])),
      }
    },
  }
}
