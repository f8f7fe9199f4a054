import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { printFailure } from '../../log/lines.ts'
import { recordEvent } from '../../log/security-events.ts'
import type { Config } from '../../settings/config.ts'
import { Refusal } from '../accounts.ts'
import { backup } from './backup.ts'
import { backupName, deleteOlderBackups } from './backup-target.ts'
import { lastVerifiedCopy, noteVerifiedCopy, type VerifiedCopy } from './verified-copy.ts'
import { verify } from './verify.ts'

/** The advisory lock of whichever server is at work on the copy. Any number will do that no other program uses. */
const COPY_LOCK = 620_118_217

/** The detail of a `copy_failed` that is about the trial of a copy, not about making it. */
export const TRIAL_FAILED = 'verify'

/** Where a trial was cut off a second copy is made and tried. One that ends the machine isn't begun a third time. */
const TRIES = 2

type DailyCopy =
  /** It was made, and brought back to see that it is good. */
  | { kind: 'verified'; copy: VerifiedCopy }
  /** It was made, and couldn't be brought back. Older ones are kept. */
  | { kind: 'unverified'; file: string; cause: unknown }
  /** There is one already, maybe another server's on the same database, or it was said that it can't be tried out. */
  | { kind: 'there' }
  /** None could be made and none is here; one was made since, in another server's folder or on a disk that is away. */
  | { kind: 'elsewhere'; cause: unknown }
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
 * deleted. A server that ended meanwhile has left one that nobody has tried, and another is made. `owner` is the
 * owner's connections. Throws when no copy could be made and none was made elsewhere; nothing of it is left then.
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
    const { rows } = await client.query<{ event: string; detail: string }>(
      // What seems to have been made later than now was made by a clock that was ahead and has been set back.
      `select event, detail from nana.security_log
        where (event = 'copy_made' or (event = 'copy_failed' and detail = $2))
          and at between $1 and now() + interval '1 hour'
        order by at`,
      [due.toISOString(), TRIAL_FAILED],
    )
    const made = rows.filter(({ event }) => event === 'copy_made')
    const here = made.filter(({ detail }) => existsSync(join(dir, detail)))
    const file = join(dir, here.at(-1)?.detail ?? '')
    const verified = await lastVerifiedCopy({ copies: { ...config.copies, dir } })
    const isTold = rows.at(-1)?.event === 'copy_failed'
    // Of what lies in another server's folder nothing is known. A folder without any good copy, as where BACKUP_DIR was
    // moved, gets one all the same.
    const isThere =
      here.length > 0
        ? isTold || verified?.file === file || isSince(verified, due)
        : made.length > 0 && verified !== null
    if (isThere) return { kind: 'there' }
    if (here.length >= TRIES) {
      return { kind: 'unverified', file, cause: new Error('Probar la copia se ha cortado dos veces.') }
    }
    return await makeAndVerify(owner, config, dir, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      if (made.length === 0 || here.length > 0) throw cause
      return { kind: 'elsewhere' as const, cause }
    })
  } finally {
    // The end of the connection gives the lock back too, but at a moment of PostgreSQL's choice.
    await client.query('select pg_advisory_unlock($1)', [COPY_LOCK]).catch(() => undefined)
    client.release(true)
  }
}

/** One of a day to come was made by a clock that was ahead. */
function isSince(copy: VerifiedCopy | null, due: Date): boolean {
  const madeAt = Date.parse(copy?.madeAt ?? '')
  return madeAt >= due.getTime() && madeAt <= Date.now()
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
  const before = await lastVerifiedCopy({ copies: { ...copies, dir } })
  let copy: VerifiedCopy
  try {
    await recordEvent(owner, 'copy_made', null, name)
    copy = await noteVerifiedCopy(file, await verify(file, passphrase, quiet, signal))
  } catch (cause) {
    signal.throwIfAborted()
    return { kind: 'unverified', file, cause }
  }
  // After many days of copies that weren't found to be good the last one that was is older than all that are kept. It
  // stays until the next round, so that there are two, unless only one is to be kept.
  await deleteOlderBackups(
    dir,
    name,
    copies.keep - 1,
    (message) => printFailure('copy_not_deleted', { message }),
    copies.keep > 1 && before ? basename(before.file) : null,
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
