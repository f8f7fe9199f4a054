import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser } from '../../auth/accounts/accounts.ts'
import { loadConfig } from '../../settings/config.ts'
import { startTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { backupCommand, restoreCommand } from './backup-commands.ts'
import { openBackup } from './backup-file.ts'

const PASSPHRASE = 'una clave que nadie adivina: ñandú'

let folder: string
let source: TestDatabase
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-seal-'))
  source = await startTestDatabase()
  await createUser(source.pool, { email: 'ana@example.com', password: 'siesta-larga-y-buena' })
  file = join(folder, 'backup')
  await backupCommand(config(source, { BACKUP_PASSPHRASE: PASSPHRASE }), file, false, () => undefined)
})
afterAll(async () => {
  await source.close()
  await rm(folder, { recursive: true })
})

function config({ connection: { host, user, database } }: TestDatabase, more: Record<string, string> = {}) {
  return loadConfig({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    ...more,
  })
}

it('a sealed backup opens with its passphrase, given as a setting or as a file', async () => {
  const key = join(folder, 'key')
  await writeFile(key, `${PASSPHRASE.normalize('NFD')}\n`)
  for (const setting of [{ BACKUP_PASSPHRASE: PASSPHRASE }, { BACKUP_KEY_FILE: key }]) {
    const target = await startTestDatabase()
    const told: string[] = []
    expect(await restoreCommand(config(target, setting), file, (line) => told.push(line))).toContain(
      'restaurada',
    )
    expect(told.filter((line) => line.startsWith('Aviso: esta copia'))).toEqual([])
    const { rows } = await target.pool.query('select email from auth.users')
    expect(rows).toEqual([{ email: 'ana@example.com' }])
    await target.close()
  }
})

it('a sealed backup is refused without a passphrase and with another one', async () => {
  await expect(openBackup(file)).rejects.toThrow('está cifrado: pon su clave en BACKUP_PASSPHRASE')
  await expect(openBackup(file, `${PASSPHRASE}.`)).rejects.toThrow('no se abre con esta clave, o está dañado')
})

it('a sealed backup is refused whichever bit of it was flipped, or wherever it was cut', async () => {
  const bytes = await readFile(file)
  const spoiled = join(folder, 'spoiled')
  for (let n = 0; n < 12; n += 1) {
    // The first of them are its head, the next its tag, and the last what it holds.
    const at = n < 8 ? n * 6 : n < 10 ? bytes.length - 1 - n : Math.floor(((n - 9) * bytes.length) / 3)
    const flipped = Buffer.from(bytes)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (n % 8))
    await writeFile(spoiled, flipped)
    await expect(openBackup(spoiled, PASSPHRASE), `bit of byte ${at}`).rejects.toThrow('está dañado')
    await writeFile(spoiled, bytes.subarray(0, at))
    await expect(openBackup(spoiled, PASSPHRASE), `cut at ${at}`).rejects.toThrow('está dañado')
  }
})

it('an open backup holds what a sealed one hides, and is restored with a warning where backups are sealed', async () => {
  const plain = join(folder, 'plain')
  await backupCommand(config(source), plain, false, () => undefined)
  const bytes = await readFile(plain)
  expect(gunzipSync(bytes.subarray('nana copy 2\n'.length, -32)).toString()).toContain('ana@example.com')
  const sealed = await readFile(file)
  const signs = [Buffer.from([0x1f, 0x8b, 0x08]), Buffer.from('ana@example.com')]
  for (const sign of signs) expect(sealed.includes(sign)).toBe(false)

  const target = await startTestDatabase()
  const told: string[] = []
  await restoreCommand(config(target, { BACKUP_PASSPHRASE: PASSPHRASE }), plain, (line) => told.push(line))
  expect(told[0]).toBe('Aviso: esta copia no está cifrada, así que cualquiera ha podido cambiarla.')
  await target.close()
})

it('a passphrase that is too short, or given twice, is refused', () => {
  expect(() => loadConfig({ BACKUP_PASSPHRASE: 'corta' })).toThrow('al menos 12 caracteres')
  expect(() => loadConfig({ BACKUP_KEY_FILE: join(folder, 'none') })).toThrow('no se puede leer')
  const both = { BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_KEY_FILE: 'key' }
  expect(() => loadConfig(both)).toThrow('no van juntas')
})
