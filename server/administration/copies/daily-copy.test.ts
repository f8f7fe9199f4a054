import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPool } from '../../db/open.ts'
import { recordEvent } from '../../log/security-events.ts'
import { type Config, loadConfig } from '../../settings/config.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { lastDue, makeDailyCopy, TRIAL_FAILED } from './daily-copy.ts'
import { lastVerifiedCopy } from './verified-copy.ts'

describe('the last time that a copy was due', () => {
  const at = { hour: 4, minute: 30 }

  it.each([
    ['is today’s from its minute on', new Date(2025, 7, 11, 4, 30), new Date(2025, 7, 11, 4, 30)],
    ['is today’s until midnight', new Date(2025, 7, 11, 23, 59), new Date(2025, 7, 11, 4, 30)],
    ['is yesterday’s until then', new Date(2025, 7, 11, 4, 29, 59), new Date(2025, 7, 10, 4, 30)],
    ['may be in the year before', new Date(2026, 0, 1, 0, 0), new Date(2025, 11, 31, 4, 30)],
  ])('%s', (_, now, due) => {
    expect(lastDue(now, at)).toEqual(due)
  })
})

describe('a copy that the server makes by itself', () => {
  const DUE = new Date(Date.now() - 60_000)
  const LATER = new Date(Date.now() + 3_600_000)
  const OLD = ['nana-2025-01-01-030000.copia', 'nana-2025-01-02-030000.copia']
  const isNew = expect.stringMatching(/^nana-20\d\d-\d\d-\d\d-\d{6}\.copia$/)

  let db: TestDatabase
  let owner: pg.Pool
  let folder: string
  let dir: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nana-daily-'))
    await chmod(folder, 0o755)
    dir = join(folder, 'copies')
    await mkdir(dir)
    db = await startTestDatabase()
    await db.createUser('ana@example.com')
    owner = openPool(db.connection, 3)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await owner.end()
    await db.close()
    await rm(folder, { recursive: true })
  })

  function config(more: Record<string, string> = {}): Config {
    return loadConfig({ DATA_DIR: join(folder, 'data'), BACKUP_DIR: dir, BACKUP_KEEP: '2', ...more })
  }

  const make = (due: Date, { into = dir, ...more }: Record<string, string> = {}) =>
    makeDailyCopy(owner, config(more), into, due, new AbortController().signal)

  const files = async () => (await readdir(dir)).sort()
  const recorded = async () =>
    (await db.pool.query('select event, detail from nana.security_log order by at')).rows

  async function makeOld(): Promise<void> {
    for (const name of OLD) await writeFile(join(dir, name), 'nana copy 2\n…')
  }

  it('is tried out, noted, and takes the place of the oldest', async () => {
    await makeOld()
    const done = await make(DUE, { BACKUP_PASSPHRASE: 'luna y manzanilla' })
    expect(done).toMatchObject({ kind: 'verified', copy: { accounts: 1, records: 0, isSealed: true } })
    expect(await files()).toEqual(['last-verified.json', OLD[1], isNew])
    const last = await lastVerifiedCopy(config())
    expect(done).toEqual({ kind: 'verified', copy: last })
    expect(last?.file).toBe(join(dir, (await files())[2] ?? ''))
    expect(Date.now() - Date.parse(last?.verifiedAt ?? '')).toBeLessThan(60_000)
    expect(await recorded()).toEqual([{ event: 'copy_made', detail: isNew }])
  })

  it('leaves the last one that was found to be good, behind as many as are kept that weren’t, for one more round', async () => {
    expect(await make(DUE)).toMatchObject({ kind: 'verified' })
    const good = OLD[0] ?? ''
    const last = await lastVerifiedCopy(config())
    await rename(last?.file ?? '', join(dir, good))
    await writeFile(
      join(dir, 'last-verified.json'),
      JSON.stringify({ ...last, file: join('/elsewhere', good) }),
    )
    const bad = ['nana-2025-01-03-030000.copia', 'nana-2025-01-04-030000.copia']
    for (const name of bad) await writeFile(join(dir, name), 'nana copy 2\n…')
    expect(await make(LATER)).toMatchObject({ kind: 'verified' })
    expect(await files()).toEqual(['last-verified.json', good, bad[1], isNew])
  })

  it('is made once, whichever of the servers on a database does it, until the next is due', async () => {
    const other = join(folder, 'other')
    await mkdir(other)
    expect(await make(DUE)).toMatchObject({ kind: 'verified' })
    await leaveNote(other)
    expect(await make(DUE, { into: other })).toEqual({ kind: 'there' })
    expect(await readdir(other)).toEqual(['last-verified.json'])
    expect(await make(LATER, { into: other })).toMatchObject({ kind: 'verified' })
  })

  it('is made in a folder without any good one, as after BACKUP_DIR was moved, whatever lies elsewhere', async () => {
    const other = join(folder, 'other')
    await mkdir(other)
    expect(await make(DUE)).toMatchObject({ kind: 'verified' })
    await recordEvent(owner, 'copy_failed', null, TRIAL_FAILED)
    expect(await make(DUE, { into: other })).toMatchObject({ kind: 'verified' })
    expect(await make(DUE, { into: other })).toEqual({ kind: 'there' })
    expect(await readdir(other)).toEqual(['last-verified.json', isNew])
  })

  it('is not made again where one that somebody has made since is noted as the last good one', async () => {
    await leaveUntried(OLD[0] ?? '')
    const noted = (madeAt: string) => leaveNote(dir, { file: join(dir, 'by-hand.copia'), madeAt })
    await noted(new Date().toISOString())
    expect(await make(DUE)).toEqual({ kind: 'there' })
    await noted('2099-01-01T00:00:00Z')
    expect(await make(DUE)).toMatchObject({ kind: 'verified' })
  })

  /** As of a server that has found a copy of its own good, long ago. */
  async function leaveNote(into: string, more: { file?: string; madeAt?: string } = {}): Promise<void> {
    const last = {
      file: join(into, OLD[0] ?? ''),
      madeAt: '2025-01-01T03:00:00Z',
      verifiedAt: '2025-01-01T03:01:00Z',
    }
    const found = { bytes: 1, isSealed: false, accounts: 1, records: 1, rows: 1 }
    await writeFile(join(into, 'last-verified.json'), JSON.stringify({ ...last, ...found, ...more }))
  }

  it('is made again where one seems to be of a day to come, by a clock that was ahead', async () => {
    await db.pool.query(
      `insert into nana.security_log (event, detail, at) values ('copy_made', 'nana.copia', now() + interval '3 months')`,
    )
    expect(await make(DUE)).toMatchObject({ kind: 'verified' })
    expect(await make(DUE)).toEqual({ kind: 'there' })
  })

  it('is left to the server that is at work on it', async () => {
    const both = await Promise.all([make(DUE), make(DUE)])
    expect(both.map(({ kind }) => kind).sort()).toEqual(['under way', 'verified'])
    expect(await files()).toHaveLength(2)
  })

  it('sends none away while it can’t be tried out, and is not made again', async () => {
    await makeOld()
    vi.stubEnv('TMPDIR', join(folder, 'none'))
    expect(await make(DUE)).toMatchObject({
      kind: 'unverified',
      cause: { message: expect.stringContaining('pon otra en TMPDIR') },
    })
    expect(await files()).toEqual([...OLD, isNew])
    expect(await lastVerifiedCopy(config())).toBeNull()
    await recordEvent(owner, 'copy_failed', null, TRIAL_FAILED)
    expect(await make(DUE)).toEqual({ kind: 'there' })
  })

  /** As of a server that ended while it tried the copy out. */
  async function leaveUntried(name: string): Promise<void> {
    await writeFile(join(dir, name), 'nana copy 2\n…')
    await recordEvent(owner, 'copy_made', null, name)
  }

  it('is made once more where the trial of the first was cut off', async () => {
    // It is about the copy of the day before.
    await recordEvent(owner, 'copy_failed', null, TRIAL_FAILED)
    await leaveUntried('nana-2025-01-03-040000.copia')
    expect(await make(DUE)).toMatchObject({ kind: 'verified' })
    expect(await make(DUE)).toEqual({ kind: 'there' })
  })

  it('counts as one that can’t be tried out where two trials were cut off', async () => {
    await leaveUntried(OLD[0] ?? '')
    await leaveUntried(OLD[1] ?? '')
    expect(await make(DUE)).toMatchObject({
      kind: 'unverified',
      file: join(dir, OLD[1] ?? ''),
      cause: { message: expect.stringContaining('cortado dos veces') },
    })
    expect(await files()).toEqual(OLD)
    await recordEvent(owner, 'copy_failed', null, TRIAL_FAILED)
    expect(await make(DUE)).toEqual({ kind: 'there' })
  })

  it('is not made again for what another server has in its own folder', async () => {
    await leaveNote(dir)
    await recordEvent(owner, 'copy_made', null, 'nana-2025-01-03-040000.copia')
    expect(await make(DUE)).toEqual({ kind: 'there' })
  })

  it('that can’t be made here is left until the next is due where another server has made it', async () => {
    const into = join(folder, 'away')
    expect(await make(DUE)).toMatchObject({ kind: 'verified' })
    expect(await make(DUE, { into })).toMatchObject({
      kind: 'elsewhere',
      cause: { message: expect.stringContaining('no existe la carpeta') },
    })
    await expect(make(LATER, { into })).rejects.toThrow('no existe la carpeta')
  })

  it('is not made where its folder is away, nor is the folder', async () => {
    await expect(make(DUE, { into: join(folder, 'away') })).rejects.toThrow('no existe la carpeta')
    expect(await readdir(folder)).toEqual(['copies'])
    expect(await recorded()).toEqual([])
  })

  it('of which the note is damaged counts as none', async () => {
    await writeFile(join(dir, 'last-verified.json'), '{"file":')
    expect(await lastVerifiedCopy(config())).toBeNull()
    expect(await lastVerifiedCopy(config({ BACKUP_DIR: '', BACKUP_KEEP: '' }))).toBeNull()
  })
})
