import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseUser } from '../../server/db/database-user.ts'
import { ended } from '../../server/testing/server-child.ts'

/** One folder for all that a cluster is made of, which is gone with it. */
export interface Place {
  /** Makes a folder of this name there, in which a part may write. */
  folder(name: string): string
  /** Writes a file into it that a part may read, and answers its path. */
  write(name: string, text: string): string
  /** Begins a program, or begins it anew. What it says is kept. */
  part(name: string, program: Program): Part
  /** Is done in the end, when every part is gone: a part may have begun what outlives it. */
  atEnd(work: () => Promise<void>): void
  /** Ends every part, and removes the folder. */
  remove(): Promise<void>
}

interface Program {
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  /** Nana itself gives up root as far as it may; Debian's programs are begun without. */
  asSelf?: boolean
}

/** A program of the cluster, as a process that leads a group of its own: what ends a terminal's doesn't reach it. */
export interface Part {
  readonly name: string
  readonly pid: number
  start(): void
  isRunning(): boolean
  kill(): Promise<void>
  /** The end of what it has said so far. */
  said: () => Promise<string>
}

const SAID = 2000

/**
 * Ends all parts and their databases, and removes the folder, when this process is gone, in whatever way: its end of
 * the pipe closes then.
 */
const WATCHDOG = `cat; [ -d "$0" ] || exit
for pid in "$0"/pids/*; do kill -KILL "-\${pid##*/}"; done
for data in "$0"/*/data; do kill -QUIT "$(head -n 1 "$data/postmaster.pid")"; done
for again in $(seq 50); do rm -rf "$0" && exit; sleep 0.2; done`

export function makePlace(): Place {
  const whole = mkdtempSync(join(tmpdir(), 'nana-cluster-'))
  chmodSync(whole, 0o755)
  const user = databaseUser(whole)
  const pids = join(whole, 'pids')
  mkdirSync(pids)
  const watchdog = spawn('sh', ['-c', WATCHDOG, whole], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watchdog.stdin.on('error', () => undefined)
  watchdog.unref()
  const parts: Part[] = []
  const last: (() => Promise<void>)[] = []

  const own = (path: string) => {
    if (user !== null) chownSync(path, user.uid, user.gid)
    return path
  }

  function folder(name: string): string {
    const path = join(whole, name)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return own(path)
  }

  function part(name: string, { command, args, env = process.env, asSelf = false }: Program): Part {
    const log = join(whole, `${name}.log`)
    const begin = (): ChildProcess => {
      const output = openSync(log, 'a')
      const child = spawn(command, args, {
        cwd: asSelf ? undefined : whole,
        env,
        stdio: ['ignore', output, output],
        detached: true,
        ...(!asSelf && user !== null && { uid: user.uid, gid: user.gid }),
      })
      closeSync(output)
      const { pid } = child
      if (pid === undefined) throw new Error(`${command} no arranca.`)
      const note = join(pids, String(pid))
      writeFileSync(note, '')
      child.once('exit', () => rmSync(note, { force: true }))
      return child
    }
    let child = begin()
    const begun: Part = {
      name,
      get pid() {
        return child.pid ?? 0
      },
      start() {
        if (!begun.isRunning()) child = begin()
      },
      isRunning: () => child.exitCode === null && child.signalCode === null,
      kill: () => ended(child, 'SIGKILL'),
      said: async () => (await readFile(log, 'utf8')).slice(-SAID),
    }
    parts.push(begun)
    return begun
  }

  return {
    folder,
    write(name, text) {
      const path = join(whole, name)
      writeFileSync(path, text, { mode: 0o600 })
      return own(path)
    },
    part,
    atEnd: (work) => void last.push(work),
    async remove() {
      await Promise.all(parts.map((begun) => begun.kill()))
      for (const work of last) await work()
      await rm(whole, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
      watchdog.stdin.end()
    },
  }
}
