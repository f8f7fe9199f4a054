import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { type DatabaseUser, OWN_USER, userNamed } from '../db/database-user.ts'
import { makeFolders } from '../settings/data-dir.ts'
import { PACKAGE_ROOT } from '../settings/paths.ts'

/** What a server leaves in its data folder, and what a disk of its own has there from the beginning. */
const OWN_NAMES =
  /^(database|run|copies|secrets\.json(\.antes)?|erased-accounts\.json|ended-accesses\.json|postgres\.log|postgres-.+|lost\+found)$/

/** What the server needs later. */
export interface Needs {
  dataDir: string
  /** Where mails are written as files, or null. */
  mailDir: string | null
  /** Where copies are made, or null. */
  copyDir: string | null
  /** The Node by which it begins other processes, or null. */
  node: string | null
}

/**
 * Goes on as the user `name`, which an administrator has made for this server, where the process is root: who gets the
 * better of the server is then root of nothing. To be called when the ports are open, which may take root. Its data
 * become that user's. Answers in Spanish what was done or what keeps it root; null where it isn't root.
 */
export function giveUpRoot(needs: Needs, name = OWN_USER): string | null {
  const { getuid, setgid, setuid, setgroups } = process
  if (getuid?.() !== 0 || !setgid || !setuid || !setgroups) return null
  const user = userNamed(name)
  if (user === null) {
    return `El servidor sigue como root: no hay un usuario «${name}» para él. Créalo con «useradd --system ${name}».`
  }
  const dataDir = resolve(needs.dataDir)
  makeFolders(dataDir)
  const obstacle = whatIsNotOurs(dataDir, user) ?? whatIsClosed({ ...needs, dataDir }, user)
  if (obstacle !== null) return `El servidor sigue como root: ${obstacle}`
  handOver(dataDir, user)
  setgroups([user.gid])
  setgid(user.gid)
  setuid(user.uid)
  return `El servidor sigue como «${name}», sin los derechos de root.`
}

/** Answers what in the data folder is neither the user's nor the server's, or null. */
function whatIsNotOurs(dataDir: string, user: DatabaseUser): string | null {
  const database = statSync(join(dataDir, 'database'), { throwIfNoEntry: false })
  if (database !== undefined && database.uid !== user.uid) {
    return `la base de datos de ${dataDir} es de otro usuario. Con el servidor parado: chown -R ${user.name} ${dataDir}`
  }
  if (isHandedOver(dataDir, user)) return null
  const strange = readdirSync(dataDir).find((name) => !OWN_NAMES.test(name))
  if (strange === undefined) return null
  return `en ${dataDir} hay algo que no es suyo (${strange}). Dale una carpeta propia en DATA_DIR.`
}

function isHandedOver(dataDir: string, user: DatabaseUser): boolean {
  return statSync(dataDir).uid === user.uid
}

/**
 * Gives the user what root has made in the data folder, once: in a folder of its own that user could have put links to
 * what is root's.
 */
function handOver(dataDir: string, user: DatabaseUser): void {
  if (isHandedOver(dataDir, user)) return
  const names = readdirSync(dataDir)
  giveTo(user, dataDir)
  for (const name of names) if (name !== 'database') giveAllTo(user, join(dataDir, name))
}

function giveAllTo(user: DatabaseUser, path: string): void {
  giveTo(user, path)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) giveAllTo(user, join(path, name))
}

/** A link itself is given, never what it leads to. */
function giveTo(user: DatabaseUser, path: string): void {
  if (lstatSync(path).uid === 0) lchownSync(path, user.uid, user.gid)
}

/** Tries as that user what the server does later, and comes back. Answers what it may not do, or null. */
function whatIsClosed({ dataDir, mailDir, copyDir, node }: Needs, user: DatabaseUser): string | null {
  // What is given to the user later can't be tried yet, only the way there.
  // A folder for copies may be on a disk that is away, which is no reason to stay root.
  const copies = copyDir !== null && existsSync(copyDir) ? copyDir : null
  const folders = isHandedOver(dataDir, user) ? [dataDir, mailDir, copies] : [mailDir, copies]
  process.setegid?.(user.gid)
  process.seteuid?.(user.uid)
  try {
    readFileSync(join(PACKAGE_ROOT, 'dist/server/main.js'))
    if (node !== null) execFileSync(node, ['--version'], { stdio: 'ignore' })
    statSync(dataDir)
    for (const folder of folders) if (folder !== null) rmdirSync(mkdtempSync(join(folder, '.nana-')))
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `«${user.name}» no llega a donde debe (${reason}).`
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}
