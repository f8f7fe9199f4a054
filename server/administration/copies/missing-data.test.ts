import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '../../settings/config.ts'
import { noteDataFolder, refuseMissingData } from './missing-data.ts'

let folder: string
let mount: string
let dataDir: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'nana-missing-')))
  mount = join(folder, 'disk')
  dataDir = join(mount, 'nana')
  mkdirSync(dataDir, { recursive: true })
  // What lies below the temporary folder needs no note.
  vi.stubEnv('TMPDIR', join(folder, 'temporary'))
  mkdirSync(join(folder, 'temporary'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const config = (more: Record<string, string> = {}) => loadConfig({ DATA_DIR: dataDir, ...more })
const start = (more: Record<string, string> = {}) => refuseMissingData(config(more))
/** Tests have no disk to take away: its folder counts as one. */
const deviceOf = (file: string) => (file.startsWith(mount) ? 2 : 1)
const makeDatabase = () => mkdirSync(join(dataDir, 'database'))

function unmount(): void {
  rmSync(mount, { recursive: true })
  mkdirSync(mount)
}

it('a first start is asked nothing', async () => {
  await start()
  rmSync(dataDir, { recursive: true })
  await start()
})

describe('DATA_EXPECTED', () => {
  it('says that there is a database, and its start that there is none', async () => {
    await expect(start({ DATA_EXPECTED: 'on' })).rejects.toThrow(
      `En DATA_DIR=${dataDir} no hay ninguna base de datos, y tendría que haberla (DATA_EXPECTED=on)`,
    )
    makeDatabase()
    await start({ DATA_EXPECTED: 'on' })
  })

  it('is no question for a database elsewhere', async () => {
    await start({ DATA_EXPECTED: 'on', DATABASE_URL: 'postgres://localhost/nana' })
  })
})

describe('a disk of its own', () => {
  it('that isn’t mounted any more is missed', async () => {
    expect(noteDataFolder(config(), deviceOf)).toBeNull()
    makeDatabase()
    await start()
    unmount()
    await expect(start()).rejects.toThrow(/tendría que haberla \(lo dice .*\.nana-data-[0-9a-f]{8}\)/)
    await start({ DATA_EXPECTED: 'off' })
  })

  it('is missed behind a link too', async () => {
    symlinkSync(mount, join(folder, 'link'))
    const DATA_DIR = join(folder, 'link/nana')
    expect(noteDataFolder(config({ DATA_DIR }), deviceOf)).toBeNull()
    unmount()
    await expect(start({ DATA_DIR })).rejects.toThrow('tendría que haberla')
  })

  it('keeps a note for each of its data folders', async () => {
    noteDataFolder(config(), deviceOf)
    unmount()
    await start({ DATA_DIR: join(mount, 'another') })
  })

  it('is not missed where a first start was broken off', async () => {
    noteDataFolder(config(), deviceOf)
    writeFileSync(join(dataDir, 'secrets.json'), '{}')
    await start()
  })

  it('beside which nothing can be written asks for the setting', () => {
    noteDataFolder(config(), deviceOf)
    const note = join(folder, readdirSync(folder).find((name) => name.startsWith('.nana-data-')) ?? '')
    rmSync(note)
    // Root may write anywhere, but not through a link that leads nowhere.
    symlinkSync(join(folder, 'none/note'), note)
    expect(noteDataFolder(config(), deviceOf)).toContain(`montado en ${mount}: pon DATA_EXPECTED=on`)
    expect(noteDataFolder(config({ DATA_EXPECTED: 'on' }), deviceOf)).toBeNull()
  })
})

it('nothing is noted of a folder on the system’s disk, nor for a temporary one', () => {
  expect(noteDataFolder(config(), () => 1)).toBeNull()
  vi.stubEnv('TMPDIR', folder)
  expect(noteDataFolder(config(), deviceOf)).toBeNull()
  vi.unstubAllEnvs()
  expect(readdirSync(folder).sort()).toEqual(['disk', 'temporary'])
})

describe('copies of before', () => {
  it('say that there was a database', async () => {
    const copies = join(folder, 'copies')
    mkdirSync(copies)
    await start({ BACKUP_DIR: copies })
    writeFileSync(join(copies, 'nana-2025-01-01-040000.copia'), 'a letter')
    await start({ BACKUP_DIR: copies })
    writeFileSync(join(copies, 'nana-2025-01-02-040000.copia'), 'nana copy 2\n…')
    await expect(start({ BACKUP_DIR: copies })).rejects.toThrow(`hay copias suyas en ${copies}`)
    await start({ BACKUP_DIR: copies, DATA_EXPECTED: 'off' })
    makeDatabase()
    await start({ BACKUP_DIR: copies })
  })

  it('that are away themselves say nothing', async () => {
    await start({ BACKUP_DIR: join(folder, 'away') })
  })
})
