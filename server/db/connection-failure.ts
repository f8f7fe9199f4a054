/**
 * Tells why the database could not be asked: nobody answers there, no connection became free in time, or the one in use
 * broke. Answers null for any other error. The driver has no classes for these errors, so Node's error codes and the
 * driver's messages have to tell them apart.
 */
export function connectionFailure(error: unknown): 'no-answer' | 'none-free' | 'broken' | null {
  if (!(error instanceof Error)) return null
  if (error.message.startsWith('timeout exceeded when trying to connect')) return 'none-free'
  const code = 'code' in error ? String(error.code) : ''
  // EMFILE and ENFILE: this process, or the machine, has too many files open for one more connection.
  if (/^(?:EMFILE|ENFILE|ECONN|EPIPE|ENOENT|ENOTFOUND|EHOST|ENET|ETIMEDOUT|EAI_)/.test(code))
    return 'no-answer'
  const broken =
    /^(?:Connection terminated|Client has encountered a connection error|Cannot use a pool|Query read timeout)/
  return broken.test(error.message) ? 'broken' : null
}
