import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { unlessStamped } from './prepare.mjs'

it('a build that broke off leaves no version ready, not even the one before it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nana-stamp-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  /** @type {string[]} */
  const built = []
  /** @param {string} version @param {boolean} [breaksOff] */
  const build = (version, breaksOff) =>
    unlessStamped(join(folder, 'stamp'), version, async () => {
      built.push(version)
      if (breaksOff) throw new Error('broken off')
    })
  await build('1')
  await build('1')
  expect(built).toEqual(['1'])
  await expect(build('2', true)).rejects.toThrow('broken off')
  await build('1')
  expect(built).toEqual(['1', '2', '1'])
})
