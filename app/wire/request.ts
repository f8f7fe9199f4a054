/** A server that accepts a connection and never answers must not block the queue. */
const ANSWER_WITHIN_MS = 10_000
/** A bad connection may need so long for a page of a thousand rows. */
const BODY_WITHIN_MS = 30_000
/** What a phone without a network can't send fails at once; what fails later may have been under way. */
const AT_ONCE_MS = 1_000

/** What `NotSent` says, as browsers begin it: the auth client prints it, and lets nothing else of it through. */
export const NOT_SENT = 'Failed to fetch: there was nothing to send it by'

/** What is thrown where the phone had no network to send anything by, or no session. */
export class NotSent extends TypeError {
  constructor() {
    super(NOT_SENT)
  }
}

type FetchArguments = Parameters<typeof fetch>

/**
 * `fetch` with a time limit; it rejects when that is over. It follows no redirect: a hotel's login page is not our
 * server.
 */
export async function timedFetch(
  input: FetchArguments[0],
  init: FetchArguments[1],
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<Response> {
  const giveUp = new AbortController()
  const stop = () => giveUp.abort()
  let timer = setTimeout(stop, answerWithinMs)
  init?.signal?.addEventListener('abort', stop)
  if (init?.signal?.aborted === true) stop()
  const wasOffline = navigator.onLine === false
  const begunAt = performance.now()
  try {
    const response = await fetch(input, {
      ...init,
      cache: 'no-store',
      redirect: 'error',
      signal: giveUp.signal,
    }).catch((reason: unknown) => {
      // The browser's word alone isn't enough: it may be wrong, or be of before the network came back.
      const isAtOnce = performance.now() - begunAt < AT_ONCE_MS && !giveUp.signal.aborted
      throw wasOffline && navigator.onLine === false && isAtOnce ? new NotSent() : reason
    })
    clearTimeout(timer)
    timer = setTimeout(stop, BODY_WITHIN_MS)
    // Read whole, so that the limit covers the body too.
    const body = await response.arrayBuffer()
    const { status, statusText, headers } = response
    return new Response(mayHaveBody(status) ? body : null, { status, statusText, headers })
  } finally {
    clearTimeout(timer)
    init?.signal?.removeEventListener('abort', stop)
  }
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304
}
