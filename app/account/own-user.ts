import * as v from 'valibot'
import { callUser } from '../session/own-calls.ts'
import { authStorage, SESSION_KEY, type StoredSession, storedSession } from '../session/stored-session.ts'
import { type Failure, unanswered } from '../wire/failures.ts'

// The account as the server tells it to whoever holds a token of it.

const userSchema = v.object({
  id: v.string(),
  email: v.nullish(v.string(), null),
  created_at: v.nullish(v.string(), null),
  last_sign_in_at: v.nullish(v.string(), null),
  identities: v.nullish(v.array(v.object({ provider: v.string() })), []),
  factors: v.nullish(v.array(v.object({ id: v.string(), status: v.string() })), []),
})
export type User = v.InferOutput<typeof userSchema>

/** What is to change; `current_password` and `nonce` are what the server may ask for with a new password. */
export interface UserChange {
  email?: string
  password?: string
  current_password?: string
  nonce?: string
}

type Heard = { failure: Failure } | { failure: null; user: User }

export async function readUser(token: string): Promise<Heard> {
  const own = storedSession()
  return heardUser(await callUser(null, token), own)
}

/** Changes the account, and what the phone's session knows of it. */
export async function changeUser(change: UserChange, token: string): Promise<Heard> {
  const own = storedSession()
  const answer = await callUser(change, token)
  const heard = heardUser(answer, own)
  if (heard.failure === null && answer.failure === null) keepUser(answer.answer, own)
  return heard
}

/** A portal answers 200 too, with what is no account, and least of all that of the session. */
function heardUser(heard: Awaited<ReturnType<typeof callUser>>, own: StoredSession | null): Heard {
  if (heard.failure !== null) return heard
  const read = v.safeParse(userSchema, heard.answer)
  const isTheirs = read.success && read.output.id === own?.userId
  return isTheirs ? { failure: null, user: read.output } : { failure: unanswered(null) }
}

/** Another tab may have renewed the session meanwhile, replaced it or left it: its tokens stay as they are by now. */
function keepUser(user: unknown, own: StoredSession | null): void {
  const text = localStorage.getItem(SESSION_KEY)
  if (text === null || storedSession()?.userId !== own?.userId) return
  const kept = JSON.parse(text) as object
  void authStorage.setItem(SESSION_KEY, JSON.stringify({ ...kept, user }))
}
