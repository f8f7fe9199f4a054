import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort, ROOT, say } from '../run.mjs'
import { findSystemd } from '../system-packages.mjs'
import { commandPart } from './checks.mjs'

/*
 * Tries what is for systemd with systemd's own tools: the unit, what it leaves open, and what the built server says at
 * a socket like systemd's.
 */

const UNIT = join(ROOT, 'deploy/systemd/nana.service')
/** systemd grades from 0 (closed) to 100 (open). Most services have over 90. */
const MOST_EXPOSED = '20'
/** A datagram is a line or several. Perl is part of every Debian, and Node speaks no such sockets. */
const LISTENER = `use Socket; socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die $!;
bind($socket, sockaddr_un($ARGV[0])) or die $!; chmod 0777, $ARGV[0]; $| = 1; print "open\\n";
while (defined recv($socket, my $said, 4096, 0)) { $said =~ s/\\n/ /g; print "$said\\n" }`
const WATCHDOG_US = 2_000_000

/** @returns {Promise<import('./run-parts.mjs').Part[]>} */
export async function serviceParts() {
  if (!(await findSystemd())) {
    say('Sin pruebas del servicio: faltan systemd-analyze y systemd-notify (en Debian, el paquete systemd).')
    return []
  }
  const grade = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, '--no-pager', UNIT]
  return [
    commandPart('Unidad de systemd', 'systemd-analyze', ['verify', UNIT]),
    commandPart('Lo que la unidad deja abierto', 'systemd-analyze', grade),
    { title: 'Lo que el servidor dice a systemd', play, playAgain: null },
  ]
}

/** @returns {Promise<import('./closing.mjs').Played>} */
async function play() {
  const name = 'dist/server/main.js › systemd'
  const faults = await faultsOf().catch((error) => [String(error)])
  const broken = faults.map((why) => ({ name, why }))
  return { passed: faults.length === 0 ? [name] : [], failed: [], broken, units: 1, failedUnits: 0 }
}

async function faultsOf() {
  const folder = mkdtempSync(join(tmpdir(), 'nana-service-'))
  chmodSync(folder, 0o755)
  const socket = join(folder, 'notify')
  const listener = spawn('perl', ['-e', LISTENER, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  const listening = new Promise((resolve) => listener.once('close', resolve))
  const lines = createInterface({ input: listener.stdout })[Symbol.asyncIterator]()
  /** @type {string[]} */
  const heard = []
  const hear = async (/** @type {string} */ wanted) => {
    for (let line = ''; !line.startsWith(wanted); ) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`No dice «${wanted}», solo: ${heard.join(' | ')}`)
      line = value
      heard.push(line)
    }
  }
  /** @type {import('node:child_process').ChildProcess | null} */
  let server = null
  try {
    await hear('open')
    server = spawn(process.execPath, ['dist/server/main.js'], {
      cwd: ROOT,
      env: {
        ...process.env,
        NOTIFY_SOCKET: socket,
        WATCHDOG_USEC: String(WATCHDOG_US),
        PORT: await freePort(),
        DATA_DIR: join(folder, 'data'),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    // What was never said is noticed by the end of whoever listens.
    const ended = new Promise((resolve) => server?.once('close', resolve)).finally(() => listener.kill())
    await hear(`WATCHDOG=1 EXTEND_TIMEOUT_USEC=${WATCHDOG_US}`)
    await hear('READY=1 STATUS=Sirve en http://127.0.0.1:')
    await hear('WATCHDOG=1')
    server.kill('SIGTERM')
    await hear('STOPPING=1')
    const code = await ended
    return code === 0 ? [] : [`Ha salido con ${code}.`]
  } finally {
    server?.kill('SIGTERM')
    listener.kill()
    await listening
    rmSync(folder, { recursive: true, force: true })
  }
}
