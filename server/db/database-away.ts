import { connectionFailure } from './connection-failure.ts'

/**
 * What PostgreSQL says when it is not the request's fault and a later one may do: connections (08), resources (53),
 * shutting down or starting up (57P0x), a statement that this connection doesn't know or knows already (26000, 42P05:
 * somebody shares connections out), a database that only reads (25006, it stands in for another), its files (58).
 */
const LATER = /^(?:08|53|57P0|58)|^(?:26000|42P05|25006)$/

/** How PostgreSQL names a file that it may not open, or that is something else than expected. */
const CODES_OF_FILES = new Set(['42501', '42809', '42622', 'XX000'])

/** Where PostgreSQL's source touches its files. What a caller may not do is decided elsewhere. */
const SOURCES_OF_FILES = new Set([
  'buffile.c',
  'bufmgr.c',
  'copydir.c',
  'fd.c',
  'md.c',
  'relcache.c',
  'relmapper.c',
  'slru.c',
  'smgr.c',
  'storage.c',
  'xlog.c',
  'xlogutils.c',
])

/** Whether the database can't do its work at the moment, whatever is asked of it: answered 503, and tried again. */
export function isDatabaseAway(error: unknown): boolean {
  if (connectionFailure(error) !== null) return true
  const code = codeOf(error)
  return LATER.test(code) || endsConnection(error) || isAboutFiles(error) || isOnlyAtPrimary(error)
}

/** Why an upgrade isn't made. It is an operator's to mend, whatever has caused it, and no start tries it again. */
export class UpgradeFailed extends Error {}

/**
 * Whether a database that isn't there yet is worth waiting for. A wrong password, name or right is an operator's to
 * mend, so the reason may lie deeper, below what was said about it.
 */
export function isWorthWaitingFor(error: unknown): boolean {
  if (error instanceof UpgradeFailed) return false
  if (isDatabaseAway(error)) return !/^(?:28|3D|0A|42501$|08P01$)/.test(codeOf(error))
  return error instanceof Error && error.cause !== undefined && isWorthWaitingFor(error.cause)
}

/** So long after it was opened a connection leads where another one would. */
const NEW_FOR_MS = 3_000
const openedAt = new WeakMap<object, number>()

export function noteOpened(connection: object): void {
  openedAt.set(connection, performance.now())
}

/**
 * Whether only a new connection helps: this one is about to end, remembers another state than PostgreSQL, or has led
 * for some time to a database that only reads.
 */
export function spoilsConnection(error: unknown, connection: object): boolean {
  if (endsConnection(error)) return true
  const code = codeOf(error)
  if (code !== '25006') return /^(?:26000|42P05)$/.test(code)
  return performance.now() - (openedAt.get(connection) ?? 0) > NEW_FOR_MS
}

/**
 * Limits are counted in a table that isn't logged, so a database that stands in for another hasn't got it. PostgreSQL
 * says that to whoever reads it, in its planner, before it could say that nothing is written there.
 */
function isOnlyAtPrimary(error: unknown): boolean {
  return codeOf(error) === '0A000' && error instanceof Error && 'file' in error && error.file === 'plancat.c'
}

/** After FATAL the connection is gone, after PANIC the whole server. */
function endsConnection(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && /^(?:FATAL|PANIC)$/.test(String(error.severity))
}

/** Whether a code that elsewhere is the caller's mistake is about PostgreSQL's own files. */
export function isAboutFiles(error: unknown): boolean {
  if (!CODES_OF_FILES.has(codeOf(error)) || !(error instanceof Error)) return false
  return 'file' in error && SOURCES_OF_FILES.has(String(error.file))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
