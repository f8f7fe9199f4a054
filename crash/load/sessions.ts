import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, insist } from './caller.ts'

interface Session {
  access_token: string
  refresh_token: string
}

/** People who sign in and out all the time. */
export interface Sessions {
  /** Somebody signs in, and out again. */
  comeAndGo(isWanted: () => boolean): Promise<void>
  /** How many sign-outs were acknowledged. */
  ended(): number
  /** Returns the sessions that are let in again, of those that ended from `first` on. */
  revived(first: number): Promise<string[]>
}

/** The load is to be saves, above all. */
const PAUSE_MS = 100
const AT_ONCE = 8

export function createSessions(call: Call, onFault: (text: string) => void): Sessions {
  const ended: Session[] = []

  const refresh = ({ refresh_token }: Session) =>
    call('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: { refresh_token } })
  const user = ({ access_token: token }: Session) => call('/auth/v1/user', { token })

  return {
    async comeAndGo(isWanted) {
      await sleep(PAUSE_MS)
      // Without a password, whose hash would cost more than all the rest.
      const signIn = await insist(() => call('/auth/v1/signup', { method: 'POST', body: {} }), isWanted)
      if (signIn.status !== 200) {
        if (isWanted()) onFault(`un inicio de sesión responde ${JSON.stringify(signIn)}`)
        return
      }
      const session = signIn.body as Session // A sign-in answers with both tokens.
      const signOut = () =>
        call('/auth/v1/logout?scope=local', { method: 'POST', token: session.access_token })
      // It is tried once: whether a cut sign-out counts is open, and an acknowledged one counts for ever.
      if ((await signOut()).status === 204) ended.push(session)
    },
    ended: () => ended.length,
    async revived(first) {
      const left = ended.slice(first)
      const found: string[] = []
      const lane = async () => {
        for (let session = left.pop(); session !== undefined; session = left.pop())
          found.push(...(await entrances(session)))
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
      return found
    },
  }

  async function entrances(session: Session): Promise<string[]> {
    const always = () => true
    const renewed = await insist(() => refresh(session), always)
    const seen = await insist(() => user(session), always)
    return [
      ...(renewed.status < 400 ? ['una sesión cerrada se renueva'] : []),
      ...(seen.status < 400 ? ['una sesión cerrada entra'] : []),
    ]
  }
}
