import { spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../run.mjs'

/**
 * Boots a root as a machine of its own, with its systemd and a network that leads nowhere. Resolves when it is up.
 * @param {string} root
 * @param {string} log The path of a file for what is printed while it boots.
 */
export async function boot(root, log) {
  const how = [
    '--quiet',
    '--register=no',
    '--keep-unit',
    '--private-network',
    '--boot',
    `--directory=${root}`,
  ]
  // Newer systemds want one tree of groups of processes, which not every machine gives by itself.
  const env = { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' }
  const nspawn = spawn('systemd-nspawn', how, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = createWriteStream(log)
  nspawn.stdout.pipe(file, { end: false })
  nspawn.stderr.pipe(file, { end: false })
  const ended = new Promise((resolve) => nspawn.once('close', resolve))
  const isGone = () => nspawn.exitCode !== null || nspawn.signalCode !== null
  while (!isGone()) {
    const first = firstProcessOf(nspawn.pid)
    if (first !== null && (await isUp(first))) return { first, halt }
    await sleep(200)
  }
  throw new Error(`systemd no arranca en ${root} (${log}).`)

  /** It is told as a machine is whose button is pressed. */
  async function halt() {
    nspawn.kill('SIGTERM')
    await ended
  }
}

/** @param {number | undefined} pid */
function firstProcessOf(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? null : Number(children.split(' ')[0])
}

/** @param {number} first */
async function isUp(first) {
  const ask = 'nsenter --target="$0" --all systemctl is-system-running 2> /dev/null'
  return (await run('sh', ['-c', ask, String(first)], { output: 'ignore' })) === 0
}
