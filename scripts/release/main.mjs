import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, mustRun, ROOT, run, say } from '../run.mjs'
import { packFolder, writeChecksums } from './archive.mjs'
import { billOfMaterials } from './bill-of-materials.mjs'
import { changelogOf } from './changelog.mjs'
import { packDebian } from './debian.mjs'
import { gather } from './gather.mjs'

/*
 * Makes a version that is handed out, in release/: an archive that Node alone runs, the same as a package of Debian,
 * what it is made of, what has changed, and checksums. It is made of the commit, in a folder of its own with packages
 * of its own, so that nothing that lies about here gets into it, and the same commit comes to the same bytes wherever
 * it is done.
 */

const RELEASE = join(ROOT, 'release')

if (process.platform !== 'linux' || process.arch !== 'x64') {
  fail('Una versión se hace en un Linux de 64 bits (x64), que es donde corre.')
}
const { version } = JSON.parse(git('show', 'HEAD:package.json'))
const epoch = Number(git('log', '-1', '--format=%ct'))
const tag = `v${version}`
if (git('tag', '--list', tag) !== '' && git('rev-parse', `${tag}^{commit}`) !== git('rev-parse', 'HEAD')) {
  fail(`La versión ${version} ya salió, de otro commit. Sube el número en package.json.`)
}
if (git('status', '--porcelain') !== '') say('Lo que aquí no está en un commit no entra en la versión.')

const source = mkdtempSync(join(tmpdir(), 'nana-release-'))
try {
  await compile()
  const name = `nana-${version}`
  // What is handed out is for everybody to read, whoever makes it.
  process.umask(0o022)
  rmSync(RELEASE, { recursive: true, force: true })
  const folder = join(RELEASE, name)
  mkdirSync(folder, { recursive: true })
  const changelog = changelogOf(ROOT, version)
  const { packages, libraries } = gather(source, folder, { changelog, epoch })
  const lock = JSON.parse(readFileSync(join(source, 'package-lock.json'), 'utf8'))
  const bill = billOfMaterials(lock, packages, { version, epoch, libraries })
  writeFileSync(join(RELEASE, `${name}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`)
  writeFileSync(join(RELEASE, `${name}.CHANGELOG.md`), changelog)
  say('Empaquetando…')
  await packFolder(folder, join(RELEASE, `${name}.tar.gz`), epoch)
  await packDebian(folder, join(RELEASE, `nana_${version}_amd64.deb`), { version, epoch })
  writeChecksums(RELEASE)
  process.stdout.write(readFileSync(join(RELEASE, 'SHA256SUMS'), 'utf8'))
} finally {
  rmSync(source, { recursive: true, force: true })
}

/** Compiles the commit where it can find nothing but itself and the packages of its lockfile. */
async function compile() {
  const take = 'git archive --format=tar HEAD | tar -x -C "$0"'
  if ((await run('sh', ['-c', take, source])) !== 0) fail('No se ha podido sacar el commit del repositorio.')
  await mustRun(process.execPath, ['scripts/build.mjs'], { cwd: source })
}

/** @param {readonly string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
