import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { lastDue, makeDailyCopy, TRIAL_FAILED } from '../administration/copies/daily-copy.ts'
import { openPool } from '../db/open.ts'
import { printEvent, printFailure } from '../log/lines.ts'
import { recordEvent } from '../log/security-events.ts'
import type { Config } from '../settings/config.ts'

/** Timers stand still while a machine sleeps, so it is looked again and again what time it is. */
const LOOK_EVERY_MS = 60_000
/** What couldn't be made, as on a disk that is away, may work later the same day. */
const TRY_AGAIN_AFTER_MS = 3_600_000
/** The whole server has five seconds to stop. What is still tried out then is removed when the process is gone. */
const STOP_WITHIN_MS = 2_000

/**
 * Makes a copy of everything in BACKUP_DIR once a day at BACKUP_AT, until it is stopped. One whose time went by while
 * nobody was running is made now. What fails is said, and ends nothing. `owner` is how the database's owner connects.
 */
export function dailyCopies(config: Config, owner: pg.ClientConfig): { stop: () => Promise<void> } {
  const { dir, at } = config.copies
  if (dir === null) return { stop: async () => undefined }
  const stopping = new AbortController()
  let settled: Date | null = null
  /** The copy of which it was said that this folder couldn't have it. */
  let told: Date | null = null
  let notBefore = 0
  let underWay: Promise<void> | null = null

  async function round(folder: string, due: Date): Promise<void> {
    const pool = openPool(owner, 3)
    try {
      const done = await makeDailyCopy(pool, config, folder, due, stopping.signal)
      if (done.kind === 'under way') return
      if (done.kind === 'elsewhere') return await tryAgain(pool, folder, due, done.cause)
      settled = due
      if (done.kind === 'verified') {
        const { file, accounts, records, rows, bytes } = done.copy
        printEvent('copy_verified', { file, accounts, records, rows, bytes })
      }
      // Each try leaves a file, so that the next one is tomorrow's.
      if (done.kind === 'unverified') {
        const message = 'La copia está hecha, pero no se ha podido comprobar. No se borra ninguna anterior.'
        await say(pool, TRIAL_FAILED, { message, file: done.file }, done.cause)
      }
    } catch (error) {
      if (stopping.signal.aborted) return
      notBefore = Date.now() + TRY_AGAIN_AFTER_MS
      await say(
        pool,
        'make',
        { message: 'No se ha podido hacer la copia. Se vuelve a probar dentro de una hora.' },
        error,
      )
    } finally {
      await pool.end()
    }
  }

  /** A copy was made, in another server's folder or on a disk that is away by now: one complaint is enough. */
  async function tryAgain(pool: pg.Pool, folder: string, due: Date, cause: unknown): Promise<void> {
    notBefore = Date.now() + TRY_AGAIN_AFTER_MS
    if (told?.getTime() === due.getTime()) return
    told = due
    const message = `No se ha podido hacer la copia en ${folder}, aunque ya se hizo otra. Se vuelve a probar cada hora, sin más avisos.`
    await say(pool, 'make', { message }, cause)
  }

  async function say(
    pool: pg.Pool,
    what: string,
    fields: Record<string, unknown>,
    cause: unknown,
  ): Promise<void> {
    printFailure('copy_failed', fields, cause)
    // The database may be what failed.
    await recordEvent(pool, 'copy_failed', null, what).catch(() => undefined)
  }

  function look(folder: string): void {
    const now = new Date()
    const due = lastDue(now, at)
    // A clock that was ahead and has been set back leaves both far from now.
    const waitMs = notBefore - now.getTime()
    const isTooSoon = waitMs > 0 && waitMs <= TRY_AGAIN_AFTER_MS
    if (underWay !== null || isTooSoon || settled?.getTime() === due.getTime()) return
    underWay = round(folder, due).finally(() => {
      underWay = null
    })
  }

  look(dir)
  const looks = setInterval(() => look(dir), LOOK_EVERY_MS)
  looks.unref()
  return {
    async stop() {
      clearInterval(looks)
      stopping.abort()
      await Promise.race([underWay, sleep(STOP_WITHIN_MS, null, { ref: false })])
    },
  }
}

/** Says at the start, in Spanish, when copies are made and where; null where none are. */
export function whenCopied({ copies: { dir, at } }: Pick<Config, 'copies'>): string | null {
  if (dir === null) return null
  const time = [at.hour, at.minute].map((part) => String(part).padStart(2, '0')).join(':')
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return `Cada día a las ${time} (hora de ${timeZone}, la de este servidor) se hace una copia en ${dir}, y se comprueba.`
}
