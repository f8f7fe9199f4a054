import { adoptSettings, settings, settingsOf } from '../device/settings.ts'
import { isKeyRefused } from '../wire/failures.ts'
import { timedFetch } from '../wire/request.ts'

/** Sets the API key that is valid now: the server may have got a new one since the client was made. */
export function withKey(init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  if (headers.get('Authorization') === `Bearer ${headers.get('apikey')}`) {
    headers.set('Authorization', `Bearer ${settings.anonKey}`)
  }
  headers.set('apikey', settings.anonKey)
  return { ...init, headers }
}

/**
 * `timedFetch` with the API key. When the key was taken back, the page that the server has now tells the one in its
 * place, and the call is made once more: an open page, or one that started from the phone, goes on by itself.
 */
export async function keyedFetch(
  input: string | URL | Request,
  init: RequestInit | undefined,
  answerWithinMs?: number,
): Promise<Response> {
  const asked = settings.anonKey
  const response = await timedFetch(input, withKey(init), answerWithinMs)
  if (!(await isKeyRefused(response)) || !(await learnKey(asked))) return response
  return timedFetch(input, withKey(init), answerWithinMs)
}

let learning: Promise<void> | null = null

/** Returns whether the key is another one than `refused` now. */
async function learnKey(refused: string): Promise<boolean> {
  if (settings.anonKey === refused) {
    learning ??= readKey().finally(() => {
      learning = null
    })
    await learning
  }
  return settings.anonKey !== refused
}

async function readKey(): Promise<void> {
  const html = await timedFetch('/', {})
    .then((response) => response.text())
    .catch(() => '')
  const fresh = settingsOf(new DOMParser().parseFromString(html, 'text/html'))
  // A page that isn't ours, as that of a hotel's login, names none. What else is new is looked for by the updates.
  if (fresh.anonKey !== '') adoptSettings(fresh)
}
