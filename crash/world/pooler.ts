import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ended, freePort } from '../../server/testing/server-child.ts'

/** Debian's PgBouncer, which gives each transaction another connection. */
export interface Pooler {
  /** For DATABASE_URL. */
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Ends it, and removes what it was told. */
  stop(): Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'

/** Returns null where there is no PgBouncer. */
export async function startPooler(connection: pg.ClientConfig, users: string[]): Promise<Pooler | null> {
  if (!existsSync(PROGRAM)) return null
  const { host = '', port, database } = connection
  const folder = await mkdtemp(join(tmpdir(), 'nana-pooler-'))
  const ownPort = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  const userList = join(folder, 'users.txt')
  await writeFile(userList, users.map((user) => `"${user}" ""\n`).join(''))
  // All that is not said here is as Debian has it.
  await writeFile(
    config,
    `[databases]
     ${database} = host=${host} port=${port}
     [pgbouncer]
     listen_addr = 127.0.0.1
     listen_port = ${ownPort}
     unix_socket_dir =
     auth_type = trust
     auth_file = ${userList}
     pool_mode = transaction
     default_pool_size = 5
     `.replaceAll(/^ +/gm, ''),
  )
  await chmod(folder, 0o755)
  // It refuses to run as root, and whoever owns the socket is let in there.
  const { uid, gid } = statSync(host)
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const begun = spawn(PROGRAM, ['-q', config], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(process.getuid?.() === 0 && { uid, gid }),
    })
    child = begun
    let said = ''
    begun.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    while (!(await isListening(ownPort))) {
      if (begun.exitCode !== null) throw new Error(`PgBouncer no arranca: ${said}`)
      await sleep(20)
    }
  }

  const kill = async () => {
    if (child !== null) await ended(child, 'SIGKILL')
  }
  const stop = async () => {
    await kill()
    await rm(folder, { recursive: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://${users[0]}@127.0.0.1:${ownPort}/${database}`, kill, start, stop }
}

async function isListening(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return isThere
}
