import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEnded } from './ended-accesses.ts'
import { readErased } from './erased-accounts.ts'
import { keptList } from './kept-list.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-lists-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('a list that can’t be written leaves no draft', async () => {
  await mkdir(join(folder, 'some.json'))
  const list = keptList('some.json', v.unknown(), 'algo')
  await expect(list.write(folder, [])).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual(['some.json'])
})

it.each([
  ['erased-accounts.json', readErased, { salt: 's', id_hash: 'h', erased_at: 'ayer' }],
  ['ended-accesses.json', readEnded, { id_hash: 'h', event: 'ended', at: 'ayer', ends_at: 'ayer' }],
])('a list whose moments aren’t any is damaged: %s', async (name, read, entry) => {
  await writeFile(join(folder, name), JSON.stringify([entry]))
  await expect(read(folder)).rejects.toThrow(`${name} está dañado`)
})
