import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { explainedFolder } from './data-dir.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nana-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const refused = (path: string) => Object.assign(new Error(`EACCES: ${path}`), { code: 'EACCES', path })

it('a file that somebody else has left is named, and not the folder’s rights', () => {
  const file = join(folder, 'secrets.json')
  expect(explainedFolder(refused(file), folder)).toMatchObject({
    message: `DATA_DIR=${folder} no sirve: no hay permiso para escribir ahí.`,
  })
  writeFileSync(file, '{}')
  const self = vi.spyOn(process, 'getuid').mockReturnValue(statSync(file).uid + 1)
  onTestFinished(() => self.mockRestore())
  expect(explainedFolder(refused(file), folder)).toMatchObject({
    message: `DATA_DIR=${folder} no sirve: no hay permiso para ${file}, que es de otro usuario. Dáselo al del servidor con chown.`,
  })
  expect(explainedFolder(refused(folder), folder)).toMatchObject({
    message: `DATA_DIR=${folder} no sirve: no hay permiso para escribir ahí.`,
  })
})

it('an own file that its rights close is not said to be somebody else’s', () => {
  const file = join(folder, 'secrets.json')
  writeFileSync(file, '{}', { mode: 0o000 })
  expect(explainedFolder(refused(file), folder)).toMatchObject({
    message: `DATA_DIR=${folder} no sirve: no hay permiso para ${file}. Dáselo a su dueño con chmod u+rw.`,
  })
})
