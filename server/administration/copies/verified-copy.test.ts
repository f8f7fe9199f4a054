import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadConfig } from '../../settings/config.ts'
import { lastVerifiedCopy, noteVerifiedCopy } from './verified-copy.ts'

it('a good copy is noted also where root is nobody, as on a disk of another machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nana-noted-'))
  await chmod(folder, 0o777)
  const found = { at: '2025-08-11T02:00:00Z', isSealed: false, bytes: 1, accounts: 1, records: 1, rows: 1 }
  const user = process.getuid?.() ?? 0
  const config = loadConfig({ BACKUP_DIR: folder })
  // Who isn't root notes it as whoever they are.
  if (user === 0) process.seteuid?.(65_534)
  try {
    await noteVerifiedCopy(join(folder, 'nana.copia'), { ...found, leftOut: 0 })
    expect(await readdir(folder)).toEqual(['last-verified.json'])
    expect(await lastVerifiedCopy(config)).toMatchObject({ madeAt: found.at })
    // The server, which is neither of the two, has to read it.
    const { mode } = await stat(join(folder, 'last-verified.json'))
    expect(mode & 0o777).toBe(user === 0 ? 0o644 : 0o600)
  } finally {
    process.seteuid?.(user)
    await rm(folder, { recursive: true })
  }
})
