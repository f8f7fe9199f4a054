const RETRY_MS = 1_000

/** Fetches the signed-in part of the app, however long the network is away: a failed import is asked for again. */
export async function loadSignedIn(): Promise<{ default: typeof import('./SignedIn.tsx').SignedIn }> {
  for (;;) {
    try {
      return { default: (await import('./SignedIn.tsx')).SignedIn }
    } catch (error) {
      console.warn('The app could not be fetched; trying again.', error)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
