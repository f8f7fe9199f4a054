import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Who the embedded PostgreSQL runs as, when that is not who this process runs as. PostgreSQL refuses root. */
export interface DatabaseUser {
  name: string
  uid: number
  gid: number
}

/** First the one an administrator may have made for us. */
const CANDIDATES = ['nana', 'nobody']

/**
 * Null for an ordinary user: PostgreSQL then runs as ourselves. As root, the owner of a database that is already there
 * goes on owning it.
 */
export function databaseUser(clusterDir: string): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null
  const users = systemUsers()
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  const user =
    owner && owner.uid !== 0
      ? users.find(({ uid }) => uid === owner.uid)
      : CANDIDATES.map((name) => users.find((candidate) => candidate.name === name)).find(Boolean)
  if (user) return user
  throw new Error(
    'PostgreSQL no puede ejecutarse como root y no hay otro usuario para él. Crea uno con «useradd --system nana».',
  )
}

/** The first folder on the way to `path` that the user may not enter, or null. */
export function closedFolder(path: string, user: DatabaseUser): string | null {
  const parent = dirname(path)
  const above = parent === path ? null : closedFolder(parent, user)
  if (above !== null) return above
  const { mode, uid, gid } = statSync(path)
  const executeBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return mode & executeBit ? null : path
}

function systemUsers(): DatabaseUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name }) => name !== '')
}
