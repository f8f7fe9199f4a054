import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { nameOfUser } from './database-user.ts'
import type { Cluster } from './embedded-cluster.ts'
import { SERVER_ROLE } from './server-role.ts'

/** PostgreSQL's superuser, to whom the files belong. Only migrations and commands sign in as it. */
export const OWNER_ROLE = 'postgres'
const ROLES = [OWNER_ROLE, SERVER_ROLE]

/**
 * Writes down who may sign in to the embedded database: root, the user of this server, and the user that owns the
 * files. The system tells PostgreSQL who is at the other end of the socket, so nobody needs a password, and everybody
 * else is refused. Answers whether anything was another way before: a PostgreSQL that runs has to read it again then.
 */
export async function restrictAccess({ clusterDir, user }: Cluster): Promise<boolean> {
  const names = namesFor(user)
  const isHba = await replace(join(clusterDir, 'pg_hba.conf'), user, [
    '# Written by the server at each start.',
    names === null ? `local all ${ROLES.join(',')} trust` : `local all ${ROLES.join(',')} peer map=nana`,
  ])
  const maps = (names ?? []).flatMap((name) => ROLES.map((role) => `nana "${name}" ${role}`))
  const isIdent = await replace(join(clusterDir, 'pg_ident.conf'), user, [
    '# Written by the server at each start.',
    ...maps,
  ])
  return isHba || isIdent
}

/**
 * Answers null where PostgreSQL can't tell who is there: the system has no such question, or this user has a number and
 * no name, as happens in containers. The socket's folder, which only that user may enter, has to do then.
 */
function namesFor(user: Cluster['user']): string[] | null {
  if (process.platform === 'win32') return null
  const self = ownName()
  if (self === null) return null
  // What else runs as «nobody» has nothing to do with this server.
  const owner = user === null || user.name === 'nobody' ? [] : [user.name]
  return [...new Set([nameOfUser(0) ?? 'root', self, ...owner])]
}

function ownName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

async function replace(file: string, user: Cluster['user'], lines: string[]): Promise<boolean> {
  const text = `${lines.join('\n')}\n`
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  if (before === text) return false
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    if (user) await handle.chown(user.uid, user.gid)
    await handle.sync()
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  return true
}
