/** What PostgreSQL, Node or a refusal of ours calls it; empty for an error without a code. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** PostgreSQL's and the system's ways to say it. */
export function isDiskFull(error: unknown): boolean {
  return /^(?:53100|ENOSPC|EDQUOT)$/.test(errorCode(error))
}
