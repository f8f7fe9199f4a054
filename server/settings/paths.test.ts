import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ADMIN_COMMAND, adminCommandAt } from './paths.ts'

it('tells an administrator the command that is there: the service’s own, or else npm’s', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nana-paths-')))
  const [older, newer] = ['nana-0.1.0', 'nana-0.2.0'].map((name) => join(folder, name)) as [string, string]
  for (const archive of [older, newer]) {
    mkdirSync(join(archive, 'deploy/systemd'), { recursive: true })
    writeFileSync(join(archive, 'deploy/systemd/nana-admin'), '')
  }
  symlinkSync('nana-0.2.0', join(folder, 'nana'))
  const command = join(folder, 'nana-admin')
  // As after the directions of a version that had no such command yet.
  expect(adminCommandAt(newer, [command])).toBe('npm run admin --')
  symlinkSync('nana/deploy/systemd/nana-admin', command)
  expect(adminCommandAt(newer, [join(folder, 'none'), command])).toBe('nana-admin')
  // What is unpacked beside it and started by hand has other data than the service.
  expect(adminCommandAt(older, [command])).toBe('npm run admin --')
  rmSync(folder, { recursive: true })
  expect(ADMIN_COMMAND).toBe('npm run admin --')
})
