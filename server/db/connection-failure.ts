/**
 * Why the database could not be asked: nobody answers there, no connection came free in time, or the one in use broke.
 * Null for another kind of error. The driver has no class for these: Node's codes and its own words tell them apart.
 */
export function connectionFailure(error: unknown): 'no-answer' | 'none-free' | 'broken' | null {
  if (!(error instanceof Error)) return null
  if (error.message.startsWith('timeout exceeded when trying to connect')) return 'none-free'
  const code = 'code' in error ? String(error.code) : ''
  if (/^(?:ECONN|EPIPE|ENOENT|ENOTFOUND|EHOST|ENET|ETIMEDOUT|EAI_)/.test(code)) return 'no-answer'
  const broken = /^(?:Connection terminated|Client has encountered a connection error|Cannot use a pool)/
  return broken.test(error.message) ? 'broken' : null
}
