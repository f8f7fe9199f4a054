import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeRunFolder } from './memory-folder.mjs'

const MODULE = join(import.meta.dirname, 'memory-folder.mjs')

const place = mkdtempSync(join(tmpdir(), 'nana-place-'))
afterAll(() => rmSync(place, { recursive: true }))

it('is open to every user, and gone with its process', () => {
  const program = `
    const { makeRunFolder } = await import(${JSON.stringify(MODULE)})
    const { statSync } = await import('node:fs')
    const folder = makeRunFolder(${JSON.stringify(place)})
    console.log(JSON.stringify({ folder, mode: statSync(folder).mode }))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  const { folder, mode } = JSON.parse(stdout)
  expect(mode & 0o7777).toBe(0o1777)
  expect(existsSync(folder)).toBe(false)
})

it('takes away what a killed run has left, and nothing else', () => {
  const { pid: ended } = spawnSync('true')
  const [left, used, other] = [`nana-run-${ended}-left`, `nana-run-${process.pid}-used`, 'other']
  for (const name of [left, used, other]) mkdirSync(join(place, name, 'database'), { recursive: true })
  const folder = makeRunFolder(place)
  expect(readdirSync(place).sort()).toEqual([basename(folder), used, other].sort())
})
