import type pg from 'pg'

/**
 * Breaks the connection when `signal` says that the work is to end: its statement may wait for somebody else's lock,
 * and PostgreSQL undoes what was begun. Returns what takes this back.
 */
export function cutWhen(signal: AbortSignal, client: pg.PoolClient): () => void {
  const cut = () => client.connection.stream.destroy()
  signal.addEventListener('abort', cut)
  if (signal.aborted) cut()
  return () => signal.removeEventListener('abort', cut)
}
