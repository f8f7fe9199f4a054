import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The user that the embedded PostgreSQL runs as when this process is root, because PostgreSQL refuses to run as root.
 */
export interface DatabaseUser {
  name: string
  uid: number
  gid: number
}

/** The user that an administrator may have made for this server. */
export const OWN_USER = 'nana'
const CANDIDATES = [OWN_USER, 'nobody']

/**
 * Chooses the user to run PostgreSQL as. Answers null unless this process is root, because PostgreSQL then runs as the
 * same user. A database that is already there keeps its owner. Throws when there is no user to choose.
 */
export function databaseUser(clusterDir: string): DatabaseUser | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  const user =
    owner && owner.uid !== 0
      ? systemUsers().find(({ uid }) => uid === owner.uid)
      : CANDIDATES.map(userNamed).find(Boolean)
  if (user) return user
  throw new Error(
    'PostgreSQL no puede ejecutarse como root y no hay otro usuario para él. Crea uno con «useradd --system nana».',
  )
}

/** Answers the first folder on the way to `path` that the user may not enter, or null when there is none. */
export function closedFolder(path: string, user: DatabaseUser): string | null {
  const parent = dirname(path)
  const above = parent === path ? null : closedFolder(parent, user)
  if (above !== null) return above
  const { mode, uid, gid } = statSync(path)
  const executeBit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  return mode & executeBit ? null : path
}

/** Answers the user of this machine with that name, or null when there is none. */
export function userNamed(name: string): DatabaseUser | null {
  return systemUsers().find((user) => user.name === name) ?? null
}

/** Answers the name of a user of this machine, or null when the number has none. */
export function nameOfUser(uid: number): string | null {
  return systemUsers().find((user) => user.uid === uid)?.name ?? null
}

/** Answers who this process works as: its name, or its number where the machine has no name for it. */
export function thisUser(): string {
  const uid = process.getuid?.() ?? 0
  return nameOfUser(uid) ?? String(uid)
}

function systemUsers(): DatabaseUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name }) => name !== '')
}
