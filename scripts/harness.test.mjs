import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ROOT } from './run.mjs'

// The library of company sign-in is loaded at the first call that is about it, long after the harness was.
it('plays what is imported only while it runs, from its sources as well', () => {
  const script = `
    import { loadHarness } from ${JSON.stringify(pathToFileURL(join(ROOT, 'scripts/harness.mjs')).href)}
    const { main } = await loadHarness('fuzz')
    process.exit(await main(['--only', 'queries', '--runs', '400', '--seed', '1']))`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(stdout).toContain('superados: 1, con fallos: 0')
  expect(status).toBe(0)
})
