import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeDataDir } from '../testing/database-process.ts'
import { socketDirOf } from './embedded-cluster.ts'
import { type Database, openDatabase } from './open.ts'
import { SOCKET_PORT } from './postgres-process.ts'

const OWN_UID = process.getuid?.() ?? 0
const NOBODY = 65_534
const HBA = 'database/pg_hba.conf'

let dataDir: string
let opened: Database | null
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nana-access-'))
  await chmod(dataDir, 0o755)
  opened = null
})
afterEach(async () => {
  await opened?.close()
  await removeDataDir(dataDir)
})

async function open(): Promise<Database> {
  opened = await openDatabase({ dataDir, databaseUrl: null })
  return opened
}

async function asOwner(sql: string): Promise<unknown[]> {
  const client = new pg.Client({
    host: socketDirOf(dataDir),
    port: SOCKET_PORT,
    user: 'postgres',
    ssl: false,
  })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

/** Knocks as another user of the machine. Answers the first letter that PostgreSQL says: R lets in, E refuses. */
async function knock(uid: number, role: string): Promise<string> {
  const words = `user\0${role}\0database\0postgres\0\0`
  const script = `
    const words = Buffer.from(${JSON.stringify(words)}), head = Buffer.alloc(8)
    head.writeInt32BE(8 + words.length), head.writeInt32BE(196608, 4)
    const socket = require('node:net').connect(${JSON.stringify(join(socketDirOf(dataDir), `.s.PGSQL.${SOCKET_PORT}`))})
    socket.on('data', (said) => { process.stdout.write(said.subarray(0, 1)); socket.destroy() })
    socket.write(Buffer.concat([head, words]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { uid, gid: uid, cwd: '/' })
  return stdout
}

describe('the embedded database', () => {
  it('is asked as the role of the server, which the system tells by its user', async () => {
    const { pool } = await open()
    expect((await pool.query('select current_user as me, system_user as way')).rows).toEqual([
      { me: 'nana_server', way: expect.stringMatching(/^peer:/) },
    ])
    expect(await readFile(join(dataDir, HBA), 'utf8')).not.toContain('trust')
  })

  it('lets in root and the server’s user alone, also where it runs as «nobody»', async () => {
    await open()
    // Only root can knock as somebody else.
    const others = OWN_UID === 0 ? [NOBODY] : []
    for (const role of ['postgres', 'nana_server']) {
      expect(await knock(OWN_UID, role), role).toBe('R')
      for (const uid of others) expect(await knock(uid, role), role).toBe('E')
    }
  })

  it('of an earlier version is closed and gets the role when it is started', async () => {
    const first = await open()
    await first.pool.query(`insert into auth.users (email) values ('ana@example.com')`)
    // Earlier versions left the access file and the roles like this.
    await writeFile(join(dataDir, HBA), 'local all all trust\n')
    await asOwner(`
      drop owned by nana_server; drop table nana.server_login;
      delete from nana.platform_migrations where version = '021';
      alter function nana.prune_security_log(integer) security invoker`)
    await first.close()
    const { pool } = await open()
    expect((await pool.query('select current_user as me, email from auth.users')).rows).toEqual([
      { me: 'nana_server', email: 'ana@example.com' },
    ])
    expect(await readFile(join(dataDir, HBA), 'utf8')).not.toContain('trust')
  })
})
