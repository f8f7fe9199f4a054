import type { ServerResponse } from 'node:http'
import type { Claims } from '../../db/as-role.ts'
import { tooBusy } from '../../http/errors.ts'

/**
 * Runs a statement of somebody, when it is their turn. Whoever hangs up meanwhile leaves the line: else callers whom
 * nobody answers any more would keep it full for as long as the database is silent. Where `isLong` says so of what
 * came of it, the place is kept until that is sent: else whoever takes no answer could have any number of them.
 */
export type InLine = <T>(
  who: Asking,
  /** Told whether it had to wait, and what was known of the caller before may be over. */
  task: (hasWaited: boolean) => Promise<T>,
  isLong?: (answer: T) => boolean,
) => Promise<T>

interface Asking {
  claims: Claims
  /** The address, or the network of one that has many. */
  sender: string | undefined
  caller: WaitingCaller | undefined
}

/** Node's answer to the request: it is closed when it was sent, or when its caller has hung up. */
export type WaitingCaller = Pick<ServerResponse, 'closed' | 'once' | 'off'>

const AT_ONCE = 2
/** Of one address, without an account: less than of all that have none, so that another one finds a place. */
const AT_ONCE_OF_ADDRESS = 1
/** As many as a family's phones and tabs ask when they all wake together. */
const MOST_WAITING = 20

interface Line {
  atWork: number
  /** Each lets the next one begin. */
  waiting: (() => void)[]
}

/**
 * Nobody holds the connections that all families share: at most two statements of an account are at work at once, its
 * others wait their turn, and beyond a short line they are refused (429). Callers without an account share one line, in
 * which those of an address come one after the other from a line of their own. The secret key's holder runs this server
 * and waits for nobody.
 */
export function createAccountLines(): InLine {
  // Only who asks for something at this moment is in here.
  const lines = new Map<string, Line>()
  return ({ claims, sender, caller }, task, isLong) => {
    if (claims.role === 'service_role') return task(false)
    const { sub } = claims
    if (typeof sub === 'string') return inLineOf(`account ${sub}`, AT_ONCE, task, caller, isLong)
    const inCommonLine = (waited: boolean) =>
      inLineOf('nobody', AT_ONCE, (again) => task(waited || again), caller, isLong)
    return inLineOf(`address ${sender}`, AT_ONCE_OF_ADDRESS, inCommonLine, caller, isLong)
  }

  async function inLineOf<T>(
    whose: string,
    most: number,
    task: (hasWaited: boolean) => Promise<T>,
    caller: WaitingCaller | undefined,
    isLong: ((answer: T) => boolean) | undefined,
  ): Promise<T> {
    const line = lines.get(whose) ?? { atWork: 0, waiting: [] }
    lines.set(whose, line)
    const hasToWait = line.atWork >= most
    if (!hasToWait) line.atWork += 1
    else if (line.waiting.length >= MOST_WAITING) throw tooBusy()
    // Whoever ends hands its place on, so that nobody who comes later overtakes.
    else await turnIn(line, caller)
    const handOn = () => {
      const next = line.waiting.shift()
      if (next !== undefined) next()
      else line.atWork -= 1
      if (line.atWork === 0) lines.delete(whose)
    }
    let isKept = false
    try {
      const answer = await task(hasToWait)
      if (caller?.closed === false && isLong?.(answer) === true) {
        isKept = true
        caller.once('close', handOn)
      }
      return answer
    } finally {
      if (!isKept) handOn()
    }
  }
}

/** Waits for the turn. Throws, for nobody to hear, when the caller has hung up before. */
async function turnIn({ waiting }: Line, caller: WaitingCaller | undefined): Promise<void> {
  if (caller?.closed === true) throw tooBusy()
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      const place = waiting.indexOf(begin)
      if (place !== -1) waiting.splice(place, 1)
      reject(tooBusy())
    }
    const begin = () => {
      caller?.off('close', leave)
      resolve()
    }
    waiting.push(begin)
    caller?.once('close', leave)
  })
}
