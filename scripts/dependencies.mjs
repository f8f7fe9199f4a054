// What the packages that families get, from the server or inside the app, ask of us: their licences, and the advisories
// about them. Packages that only build and test are left out.

/**
 * The packages that the build puts into the app. npm counts them as tools, because the server does without them.
 */
export const BUNDLED = [
  '@radix-ui/react-toast',
  '@supabase/auth-js',
  '@supabase/postgrest-js',
  'idb',
  'papaparse',
  'react',
  'react-dom',
]

/** These ask for no more than to be named. */
export const ALLOWED_LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
]

/**
 * @typedef {Record<string, string>} Versions
 * @typedef {{
 *   version?: string,
 *   integrity?: string,
 *   license?: string,
 *   dependencies?: Versions,
 *   devDependencies?: Versions,
 *   optionalDependencies?: Versions,
 *   peerDependencies?: Versions,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>,
 * }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * The paths in the lockfile, such as `node_modules/pg`, of the packages that are shipped.
 * @param {Lockfile} lock
 * @param {readonly string[]} [bundled]
 * @returns {Set<string>}
 */
export function shippedPackages({ packages }, bundled = BUNDLED) {
  const shipped = new Set()
  const wanted = [...Object.keys(packages['']?.dependencies ?? {}), ...bundled].map((name) => ({
    from: '',
    name,
  }))
  for (const { from, name } of wanted) {
    const path = placeOf(packages, from, name)
    if (path === null || shipped.has(path)) continue
    shipped.add(path)
    wanted.push(...neededBy(packages[path] ?? {}).map((next) => ({ from: path, name: next })))
  }
  return shipped
}

/**
 * The paths of the packages that the one at a path needs.
 * @param {Lockfile} lock
 * @param {string} path
 * @returns {string[]}
 */
export function neededPackages({ packages }, path) {
  return neededBy(packages[path] ?? {}).flatMap((name) => placeOf(packages, path, name) ?? [])
}

/**
 * The name of the package at a path.
 * @param {string} path
 */
export function nameAt(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/**
 * Lists what a package needs. A peer that it only goes along with, should it be there, is none of it.
 * @param {LockedPackage} locked
 */
function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => peerDependenciesMeta[name]?.optional !== true,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/**
 * Finds a package as Node does: in the folder of the one that needs it, and then further and further out. Null for one
 * that isn't installed.
 * @param {Lockfile['packages']} packages
 * @param {string} from
 * @param {string} name
 */
function placeOf(packages, from, name) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at}${at === '' ? '' : '/'}node_modules/${name}`
    if (path in packages) return path
    if (at === '') return null
  }
}

/**
 * The names of the shipped packages by their licence; those that name none are under ''.
 * @param {Lockfile} lock
 * @returns {Map<string, string[]>}
 */
export function licencesOf(lock) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map()
  for (const path of shippedPackages(lock)) {
    const licence = lock.packages[path]?.license ?? ''
    found.set(licence, (found.get(licence) ?? new Set()).add(nameAt(path)))
  }
  const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1))
  return new Map(sorted.map(([licence, names]) => [licence, [...names].sort()]))
}

/**
 * The text of docs/licences.md.
 * @param {Lockfile} lock
 */
export function licencesText(lock) {
  const rows = [...licencesOf(lock)].map(([licence, names]) => `| ${licence} | ${names.join(', ')} |`)
  return `# The licences of what is shipped

Every package that the server runs with or that is built into the app, by its licence. \`npm run licences\` writes this
file; a package with a licence that asks for more than to be named is refused by \`shipped-packages.test.ts\`.

| licence | packages |
|---|---|
${rows.join('\n')}
`
}

/**
 * @typedef {{ kind: 'unanswered', why: string }} Unanswered
 * @typedef {{ kind: 'answered', grave: string[], others: number }} Answered `grave`: what has to be mended before
 *   anything is shipped. `others`: how many more packages have an advisory.
 */

/**
 * Judges what `npm audit --json` said. Only an advisory of the two highest grades about a package that is shipped is
 * grave. An answer that isn't an audit (no network, a registry that knows no such question) says nothing at all.
 * @param {string} text
 * @param {ReadonlySet<string>} shipped
 * @returns {Unanswered | Answered}
 */
export function judgeAudit(text, shipped) {
  const answer = parsed(text)
  if (answer?.auditReportVersion !== 2 || typeof answer.vulnerabilities !== 'object') {
    return { kind: 'unanswered', why: answer?.message ?? answer?.error?.summary ?? 'sin respuesta' }
  }
  /** @type {Vulnerability[]} */
  const all = Object.values(answer.vulnerabilities)
  const isGrave = (/** @type {Vulnerability} */ { severity, nodes }) =>
    ['high', 'critical'].includes(severity) && nodes.some((path) => shipped.has(path))
  const grave = all.filter(isGrave)
  return { kind: 'answered', grave: grave.map(lineOf), others: all.length - grave.length }
}

/**
 * @typedef {{ title: string, url: string }} Advisory
 * @typedef {{ name: string, severity: string, via: (string | Advisory)[], nodes: string[] }} Vulnerability `via`: the
 *   advisories, or the names of the packages that bring them along.
 */

/** @param {Vulnerability} vulnerability */
function lineOf({ name, severity, via }) {
  const reasons = via.map((reason) => (typeof reason === 'string' ? reason : `${reason.title} ${reason.url}`))
  return `${name} (${severity}): ${reasons.join('; ')}`
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
