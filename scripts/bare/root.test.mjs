import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nana-root-'))
})
afterEach(() => {
  for (const path of mounts().toReversed()) spawnSync('umount', ['--lazy', path])
  // What lies behind a mount is the machine's own.
  if (mounts().length === 0) rmSync(folder, { recursive: true })
})

/** What is mounted in the folder, in the order in which it was. */
function mounts() {
  const lines = readFileSync('/proc/mounts', 'utf8').split('\n')
  return lines.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(`${folder}/`))
}

const mayMount = spawnSync('unshare', ['--mount', 'true']).status === 0

it.runIf(mayMount).each(/** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))(
  'a run that is ended by %s leaves nothing of the machine’s own in its root',
  async (signal) => {
    const program = `const { mount } = await import(${JSON.stringify(join(import.meta.dirname, 'root.mjs'))})
      mount(${JSON.stringify(folder)})
      console.log('mounted')
      setInterval(() => {}, 1000)`
    const running = spawn(process.execPath, ['--input-type=module', '-e', program])
    await once(running.stdout, 'data')
    expect(mounts()).toContain(join(folder, 'proc'))
    running.kill(signal)
    await once(running, 'close')
    expect(mounts()).toEqual([])
  },
)
