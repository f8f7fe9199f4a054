import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { socketDirOf } from '../../db/embedded-cluster.ts'
import { loadConfig } from '../../settings/config.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { backup } from './backup.ts'
import { verifyCommand } from './backup-commands.ts'
import { framed } from './backup-file.ts'
import { MACHINE } from './backup-target.ts'
import { lastVerifiedCopy } from './verified-copy.ts'

const PASSPHRASE = 'luna y manzanilla'
const quiet = () => undefined

let db: TestDatabase
let folder: string
let plain: string
let sealed: string
let told: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-verified-'))
  // As root the database runs as another user, who has to reach its folder.
  await chmod(folder, 0o755)
  db = await startTestDatabase()
  plain = join(folder, 'plain')
  sealed = join(folder, 'sealed')
  for (const name of ['ana', 'bea']) {
    const id = await db.createUser(`${name}@example.com`)
    await db.pool.query(
      `insert into public.sleep_records (user_id, date, type, start_time)
       select $1, date '2025-01-01' + n, 'siesta', '10:00' from generate_series(1, 600) as n`,
      [id],
    )
  }
  await backup(db.pool, plain, quiet)
  await backup(db.pool, sealed, quiet, { passphrase: PASSPHRASE })
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  told = []
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  expect(await readdir(folder)).toEqual(['plain', 'sealed'])
})

/** Beside a server whose database is away, which is none of its business. */
const verifying = (file: string, more: Record<string, string> = {}) =>
  verifyCommand(
    loadConfig({ DATA_DIR: join(folder, 'none'), DATABASE_URL: 'postgres://localhost:1/none', ...more }),
    file,
    (line) => void told.push(line),
  )

/** Verifies a file with these bytes, and removes it. */
async function verifyingBytes(bytes: Buffer, more: Record<string, string> = {}): Promise<string> {
  const file = join(folder, 'other')
  await writeFile(file, bytes)
  try {
    return await verifying(file, more)
  } finally {
    await rm(file)
  }
}

describe('a copy that is good', () => {
  it('is brought back where nothing is left of it, and says what it has', async () => {
    const said = await verifying(plain)
    expect(said).toMatch(
      /^La copia vale: \S+\/plain\nHecha el \d+ de \w+ de \d{4}, a las \d\d:\d\d UTC; sin cifrar; /,
    )
    expect(said).toMatch(
      /\nCuentas: 2\nRegistros de sueño: 1\.200\nFilas: 1\.2\d\d, todas las que dice el fichero\.\n/,
    )
    expect(told).toContain('public.sleep_records: 1200')
  })

  it('sweeps away what a power cut has left of another', async () => {
    const nobody = spawnSync('true').pid
    await mkdir(join(folder, `nana-verify-${MACHINE}-${nobody}-abc/database`), { recursive: true })
    await verifying(plain)
  })

  it('leaves what is at work in a container beside this one, with its name and its number', async () => {
    const theirs = join(folder, `nana-verify-${MACHINE}-${process.pid}-abc`)
    const socketDir = socketDirOf(theirs)
    await mkdir(theirs)
    await mkdir(socketDir)
    const database = createServer().listen(join(socketDir, '.s.PGSQL.5432'))
    await once(database, 'listening')
    await utimes(theirs, 0, 0)
    await verifying(plain)
    expect(await readdir(folder)).toContain(basename(theirs))
    database.close()
    await once(database, 'close')
    await verifying(plain)
    await rm(socketDir, { recursive: true, force: true })
  })

  it('is tried out where there is no shell to watch over it', async () => {
    vi.stubEnv('PATH', join(folder, 'none'))
    expect(await verifying(plain)).toContain('La copia vale')
  })

  it('counts as the last good one where it lies in BACKUP_DIR, unless a later one does that is there', async () => {
    const copies = join(folder, 'copies')
    await mkdir(copies)
    const file = join(copies, 'by-hand.copia')
    await copyFile(plain, file)
    const env = { BACKUP_DIR: copies }
    const last = () => lastVerifiedCopy(loadConfig(env))
    for (const more of [{}, env]) {
      const said = await verifying(plain, more)
      expect(said).toMatch(/\nNo cuenta como la última buena: no está en BACKUP_DIR\.$/)
    }
    expect(await last()).toBeNull()
    await symlink(copies, join(folder, 'link'))
    const isNoted = `\nQueda apuntada como la última buena en ${copies}.`
    expect(await verifying(join(folder, 'link/by-hand.copia'), env)).toContain(isNoted)
    const noted = await last()
    expect(noted).toMatchObject({ file, accounts: 2, records: 1200, isSealed: false })
    expect(Date.now() - Date.parse(noted?.madeAt ?? '')).toBeLessThan(600_000)
    const later = join(copies, 'later.copia')
    await copyFile(plain, later)
    const noteLater = (madeAt: string) =>
      writeFile(join(copies, 'last-verified.json'), JSON.stringify({ ...noted, madeAt, file: later }))
    const now = new Date().toISOString()
    await noteLater(now)
    expect(await verifying(file, env)).toContain(`\nNo cuenta como la última buena: ${later} es posterior.`)
    expect((await last())?.file).toBe(later)
    await noteLater('2099-01-01T00:00:00Z')
    expect(await verifying(file, env)).toContain(isNoted)
    expect((await last())?.file).toBe(file)
    await noteLater(now)
    await rm(later)
    expect(await verifying(file, env)).toContain(isNoted)
    expect((await last())?.file).toBe(file)
    for (const name of ['copies', 'link']) await rm(join(folder, name), { recursive: true })
  })

  it('opens with its passphrase alone', async () => {
    expect(await verifying(sealed, { BACKUP_PASSPHRASE: PASSPHRASE })).toContain('; cifrada; ')
    await expect(verifying(sealed)).rejects.toThrow('está cifrado: pon su clave en BACKUP_PASSPHRASE')
    await expect(verifying(sealed, { BACKUP_PASSPHRASE: `${PASSPHRASE}.` })).rejects.toThrow(
      'no se abre con esta clave, o está dañado.',
    )
  })
})

it('root is told where the database’s user can’t enter; anybody else is that user', async () => {
  const closed = join(folder, 'closed')
  await mkdir(closed, { mode: 0o700 })
  vi.stubEnv('TMPDIR', closed)
  const refusal = new RegExp(`^TMPDIR=${closed} queda detrás de ${closed}, .* por ejemplo /var/tmp\\.$`)
  const isRoot = process.getuid?.() === 0
  if (isRoot) await expect(verifying(plain)).rejects.toThrow(refusal)
  else await verifying(plain)
  await rm(closed, { recursive: true })
})

describe('a copy that is not', () => {
  it.each(['plain', 'sealed'])('is told where a bit is another, or its end is missing: %s', async (name) => {
    const bytes = await readFile(join(folder, name))
    const env = name === 'sealed' ? { BACKUP_PASSPHRASE: PASSPHRASE } : {}
    await expect(verifyingBytes(bytes.subarray(0, -100), env)).rejects.toThrow('está dañado.')
    bytes[1000] = (bytes[1000] ?? 0) ^ 1
    await expect(verifyingBytes(bytes, env)).rejects.toThrow('está dañado.')
  })

  it('is told where it is another app’s file, or none', async () => {
    await expect(verifyingBytes(Buffer.from('{"sleeps": []}'))).rejects.toThrow(
      'no es una copia de este programa',
    )
    await expect(verifying(join(folder, 'missing'))).rejects.toThrow(`No existe ${folder}/missing.`)
  })

  /** A file that is whole by its checksum, with other lines in it. */
  async function forged(change: (lines: string[]) => string[]): Promise<Buffer> {
    const bytes = await readFile(plain)
    const text = gunzipSync(bytes.subarray('nana copy 2\n'.length, -32)).toString('utf8').trimEnd()
    const zipped = gzipSync(
      change(text.split('\n'))
        .map((line) => `${line}\n`)
        .join(''),
    )
    const parts: Buffer[] = []
    for await (const part of framed(asStream(zipped))) parts.push(part)
    return Buffer.concat(parts)
  }

  async function* asStream(bytes: Buffer): AsyncGenerator<Buffer> {
    yield bytes
  }

  it('is told where its checksum is right and a row doesn’t fit', async () => {
    const bytes = await forged((lines) => lines.map((line) => line.replace('"siesta"', '"fiesta"')))
    await expect(verifyingBytes(bytes)).rejects.toThrow(
      'tiene una fila que no cabe en la base de datos (23514)',
    )
  })

  it('is told where it is of a newer version', async () => {
    const bytes = await forged(([head = '', ...lines]) => [
      head.replace('"versions":[', '"versions":["20991231000000",'),
      ...lines,
    ])
    await expect(verifyingBytes(bytes)).rejects.toThrow(
      'es de otra versión del programa (tiene 20991231000000)',
    )
  })
})

it('ends at once when it is told to, and leaves nothing', async () => {
  const ending = verifyCommand(loadConfig({ DATA_DIR: join(folder, 'none') }), plain, (line) => {
    if (line.startsWith('public.')) process.emit('SIGTERM')
  })
  await expect(ending).rejects.toThrow('Interrumpido: no se ha comprobado la copia.')
})
