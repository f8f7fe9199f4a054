import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { mustRun } from '../run.mjs'
import { makeUniform } from './gather.mjs'

/** These run as root when the package comes and goes. */
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/**
 * Makes a Debian package of a gathered version: the same folder, the service, its settings and the administrator's
 * command.
 * @param {string} folder
 * @param {string} file
 * @param {{ version: string, epoch: number }} about `epoch` is the time, in seconds, that every file gets.
 */
export async function packDebian(folder, file, { version, epoch }) {
  const root = mkdtempSync(join(tmpdir(), 'nana-debian-'))
  try {
    layOut(folder, root)
    writeControl(join(folder, 'deploy/debian'), root, version)
    makeUniform(root, epoch)
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) }
    // Two threads would cut what is compressed into other pieces than one.
    const how = ['--root-owner-group', '--threads-max=1', '-Zxz', '-z1']
    await mustRun('dpkg-deb', [...how, '--build', root, file], { env })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {string} root
 */
function layOut(folder, root) {
  const put = (/** @type {string} */ from, /** @type {string} */ to) => {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    cpSync(from, join(root, to))
    chmodSync(join(root, to), 0o644)
  }
  const home = join(root, 'usr/lib/nana')
  mkdirSync(dirname(home), { recursive: true })
  cpSync(folder, home, { recursive: true, verbatimSymlinks: true })
  // The provider's names are the administrator's to set, and a newer version must not write over them.
  mkdirSync(join(root, 'etc/nana'), { recursive: true })
  renameSync(join(home, 'brand.json'), join(root, 'etc/nana/brand.json'))
  symlinkSync('../../../etc/nana/brand.json', join(home, 'brand.json'))
  const deploy = join(folder, 'deploy')
  put(join(deploy, 'systemd/nana.env'), 'etc/nana/nana.env')
  put(join(deploy, 'systemd/nana.service'), 'usr/lib/systemd/system/nana.service')
  mkdirSync(join(root, 'usr/bin'), { recursive: true })
  symlinkSync('../lib/nana/deploy/systemd/nana-admin', join(root, 'usr/bin/nana-admin'))
  put(join(folder, 'LICENSE'), 'usr/share/doc/nana/copyright')
}

/**
 * @param {string} from
 * @param {string} root
 * @param {string} version
 */
function writeControl(from, root, version) {
  const control = join(root, 'DEBIAN')
  const size = String(Math.ceil(bytesIn(root) / 1024))
  mkdirSync(control)
  const text = readFileSync(join(from, 'control'), 'utf8')
  writeFileSync(join(control, 'control'), text.replace('@VERSION@', version).replace('@SIZE@', size))
  cpSync(join(from, 'conffiles'), join(control, 'conffiles'))
  for (const name of SCRIPTS) {
    cpSync(join(from, name), join(control, name))
    chmodSync(join(control, name), 0o755)
  }
}

/**
 * Counts the bytes of files, which are the same on every disk.
 * @param {string} path
 * @returns {number}
 */
function bytesIn(path) {
  const found = lstatSync(path)
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
}
