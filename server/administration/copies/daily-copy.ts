import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { printFailure } from '../../log/lines.ts'
import { recordEvent } from '../../log/security-events.ts'
import type { Config } from '../../settings/config.ts'
import { Refusal } from '../accounts.ts'
import { backup } from './backup.ts'
import { backupName, deleteOlderBackups } from './backup-target.ts'
import { noteVerifiedCopy, type VerifiedCopy } from './verified-copy.ts'
import { verify } from './verify.ts'

/** The advisory lock of whichever server is at work on the copy. Any number will do that no other program uses. */
const COPY_LOCK = 620_118_217

type DailyCopy =
  /** It was made, and brought back to see that it is good. */
  | { kind: 'verified'; copy: VerifiedCopy }
  /** It was made, and couldn't be brought back. Older ones are kept. */
  | { kind: 'unverified'; file: string; cause: unknown }
  /** There is one already, maybe another server's on the same database. */
  | { kind: 'there' }
  /** Another server is at work on it. */
  | { kind: 'under way' }

/** Answers the last moment, at or before `now`, at which the server's own clock showed this time of day. */
export function lastDue(now: Date, { hour, minute }: Config['copies']['at']): Date {
  const due = new Date(now)
  due.setHours(hour, minute, 0, 0)
  if (due > now) due.setDate(due.getDate() - 1)
  return due
}

/**
 * Makes the copy that was due at `due` in BACKUP_DIR, unless it was made, and tries it out. Only then are older ones
 * deleted. `owner` is the owner's connections. Throws when no copy could be made; nothing of it is left then.
 */
export async function makeDailyCopy(
  owner: pg.Pool,
  config: Config,
  dir: string,
  due: Date,
  signal: AbortSignal,
): Promise<DailyCopy> {
  const client = await owner.connect()
  try {
    const locked = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      COPY_LOCK,
    ])
    if (!locked.rows[0]?.taken) return { kind: 'under way' }
    // The database knows of the copies of all its servers, whatever folder each of them has.
    const made = await client.query(
      // What seems to have been made later than now was made by a clock that was ahead and has been set back.
      `select from nana.security_log
        where event = 'copy_made' and at between $1 and now() + interval '1 hour' limit 1`,
      [due.toISOString()],
    )
    return made.rowCount === 0 ? await makeAndVerify(owner, config, dir, signal) : { kind: 'there' }
  } finally {
    // The end of the connection gives the lock back too, but at a moment of PostgreSQL's choice.
    await client.query('select pg_advisory_unlock($1)', [COPY_LOCK]).catch(() => undefined)
    client.release(true)
  }
}

async function makeAndVerify(
  owner: pg.Pool,
  { copies, backupPassphrase: passphrase }: Config,
  dir: string,
  signal: AbortSignal,
): Promise<DailyCopy> {
  const quiet = () => undefined
  await refuseMissingFolder(dir)
  const name = backupName(new Date())
  const file = join(dir, name)
  await backup(owner, file, quiet, { passphrase, signal })
  let copy: VerifiedCopy
  try {
    await recordEvent(owner, 'copy_made', null, name)
    const { at: madeAt, leftOut: _, ...found } = await verify(file, passphrase, quiet, signal)
    copy = { file, madeAt, verifiedAt: new Date().toISOString(), ...found }
    await noteVerifiedCopy(dir, copy)
  } catch (cause) {
    signal.throwIfAborted()
    return { kind: 'unverified', file, cause }
  }
  await deleteOlderBackups(dir, name, copies.keep - 1, (message) =>
    printFailure('copy_not_deleted', { message }),
  )
  return { kind: 'verified', copy }
}

/** It isn't made: below the place of a disk that is away, it would fill another one, and be hidden later. */
async function refuseMissingFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => null)
  if (!found?.isDirectory()) {
    throw new Refusal(`BACKUP_DIR=${dir}: no existe la carpeta, o no se puede entrar en ella.`)
  }
}
