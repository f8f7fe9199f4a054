const RETRY_MS = 1_000

/** Fetches the signed-in part of the app, however long the network is away: a failed import is asked for again. */
export async function loadShell(): Promise<{ default: typeof import('./shell.tsx').Shell }> {
  for (;;) {
    try {
      return { default: (await import('./shell.tsx')).Shell }
    } catch (error) {
      console.warn('The app could not be fetched; trying again.', error)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
