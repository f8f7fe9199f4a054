import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadBrand } from './brand.ts'
import { PACKAGE_ROOT } from './paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'nana-brand-'))
afterAll(() => rmSync(folder, { recursive: true }))

const own = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'brand.json'), 'utf8'))
const privacy = { name: 'Sueños, S. L.', email: 'privacidad@suenos.example', version: '2025-11-23' }

function load(brand: object) {
  const file = join(folder, 'brand.json')
  writeFileSync(file, JSON.stringify(brand))
  return loadBrand(file)
}

describe('brand.json', () => {
  it.each<[string, string]>([
    [JSON.stringify({ ...own, product: '' }), '«product» no vale (debe ser un texto, y no vacío)'],
    [JSON.stringify({ ...own, provider: 7 }), '«provider» no vale (debe ser un texto, y no vacío)'],
    [JSON.stringify({ ...own, supportEmail: 'x' }), '«supportEmail» no vale (debe ser un email)'],
    [
      JSON.stringify({ ...own, links: { ...own.links, web: 'x' } }),
      '«links.web» no vale (debe ser una direcci',
    ],
    [
      JSON.stringify({ ...own, logos: { light: 'x', dark: '/d' } }),
      '«logos.light» no vale (debe empezar por «/»)',
    ],
    [JSON.stringify({ ...own, logos: undefined }), '«logos» no vale (falta, o es de otro tipo)'],
    [JSON.stringify({ ...own, privacy: 'sí' }), '«privacy» no vale (falta, o es de otro tipo)'],
    [JSON.stringify({ ...own, privacy: { ...privacy, name: '' } }), '«privacy.name» no vale'],
    [JSON.stringify({ ...own, privacy: { ...privacy, email: 'x' } }), '«privacy.email» no vale'],
    ...['2025-02-30', '23/11/2025', '2019-12-31', '2101-01-01', ''].map((version): [string, string] => [
      JSON.stringify({ ...own, privacy: { ...privacy, version } }),
      '«privacy.version» no vale (debe ser',
    ]),
    ['{', '«raíz» no vale (no es JSON)'],
  ])('is refused with the name of the field when it is wrong: %#', (content, message) => {
    const file = join(folder, 'brand.json')
    writeFileSync(file, content)
    expect(() => loadBrand(file)).toThrow(message)
  })

  it('that can’t be read is named, with the reason', () => {
    const missing = join(folder, 'none.json')
    expect(() => loadBrand(missing)).toThrow(`${missing} no se puede leer: no existe.`)
    // Docker makes one where the file that it is to mount isn't there.
    expect(() => loadBrand(folder)).toThrow(
      `${folder} no se puede leer: es una carpeta, y tiene que ser un fichero.`,
    )
    const closed = join(folder, 'closed.json')
    writeFileSync(closed, JSON.stringify(own), { mode: 0 })
    const user = process.getuid?.() || 65_532
    process.seteuid?.(user)
    try {
      expect(() => loadBrand(closed)).toThrow(
        `${closed} no se puede leer: el usuario ${user} no tiene permiso.`,
      )
    } finally {
      process.seteuid?.(process.getuid?.() ?? user)
    }
  })

  it('names who answers for the data, or nobody', () => {
    const named = load({ ...own, privacy: { ...privacy, officer: 'dpd@suenos.example' } })
    expect(named.privacy).toEqual({ ...privacy, officer: 'dpd@suenos.example' })
    const { privacy: _, ...unnamed } = own
    expect(load(unnamed).privacy).toBeUndefined()
  })

  it('names nobody as it comes, so that nobody is asked by a server that was just started', () => {
    expect(loadBrand().privacy).toBeUndefined()
  })
})
