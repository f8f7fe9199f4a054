import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { explainedFolder, makeFolders } from '../settings/data-dir.ts'
import { closedFolder, type DatabaseUser, databaseUser } from './database-user.ts'
import { type Engine, embeddedEngine, moveUnlessThere, sync } from './embedded-engine.ts'

/** The files of one embedded database, and the user that PostgreSQL runs as (null for the user of this process). */
export interface Cluster {
  dataDir: string
  /** PostgreSQL's own data directory, which it calls a cluster. */
  clusterDir: string
  socketDir: string
  logFile: string
  engine: Engine
  user: DatabaseUser | null
}

/**
 * Makes whatever is missing for a database in `dataDir`, and changes nothing of a complete one. Throws, in Spanish,
 * when the folder can't be used.
 */
export async function prepareCluster(dataDir: string, engine?: Engine): Promise<Cluster> {
  try {
    const clusterDir = join(dataDir, 'database')
    await makeFolder(dataDir)
    const user = databaseUser(clusterDir)
    if (user) await openWayFor(user, dataDir)
    await removeUnfinished(dataDir)
    const cluster = {
      dataDir,
      clusterDir,
      socketDir: await prepareSocketDir(dataDir, user),
      logFile: join(dataDir, 'postgres.log'),
      engine: engine ?? (await embeddedEngine(dataDir, user)),
      user,
    }
    if (!existsSync(clusterDir)) await initialise(cluster)
    await checkCluster(cluster)
    return cluster
  } catch (error) {
    throw explainedFolder(error, dataDir)
  }
}

async function makeFolder(dataDir: string): Promise<void> {
  makeFolders(dirname(dataDir))
  await mkdirUnlessThere(dataDir)
}

/**
 * Lets the database's user pass through `dataDir` to its own folders, without reading anything else that lies there.
 */
async function openWayFor(user: DatabaseUser, dataDir: string): Promise<void> {
  const { mode } = await stat(dataDir)
  if ((mode & 0o011) !== 0o011) await chmod(dataDir, (mode & 0o7777) | 0o011)
  const closed = closedFolder(dataDir, user) ?? closedFolder(await realpath(dataDir), user)
  if (closed === null) return
  throw new Error(
    `DATA_DIR=${dataDir} queda detrás de ${closed}, donde no puede entrar «${user.name}», el usuario de la base de datos. Elige otra carpeta, por ejemplo /var/lib/nana.`,
  )
}

/**
 * Answers the folder of the socket. It lies in `dataDir` unless that path is too long for a socket; then it is a folder
 * below the temporary one, named after `dataDir`.
 */
export function socketDirOf(dataDir: string): string {
  const inTemporary = `nana-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const places = [join(dataDir, 'run'), join(tmpdir(), inTemporary)]
  return places.find(isShortEnough) ?? join('/tmp', inTemporary)
}

/** PostgreSQL asks for no password on this socket, so only the database's user may enter its folder. */
async function prepareSocketDir(dataDir: string, user: DatabaseUser | null): Promise<string> {
  const socketDir = socketDirOf(dataDir)
  await mkdirUnlessThere(socketDir)
  const found = await lstat(socketDir)
  const owners = [process.getuid?.(), user?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new Error(`${socketDir} es de otro usuario. Bórrala o indica otra carpeta en DATA_DIR.`)
  }
  if (user) await chown(socketDir, user.uid, user.gid)
  await chmod(socketDir, 0o700)
  return socketDir
}

/** Linux allows 107 bytes for the path of a socket and macOS 103; the limit here stays below both. */
function isShortEnough(socketDir: string): boolean {
  return Buffer.byteLength(join(socketDir, '.s.PGSQL.5432')) <= 100
}

async function mkdirUnlessThere(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function initialise({ dataDir, clusterDir, engine, user }: Cluster): Promise<void> {
  const unfinished = `${clusterDir}.new-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  if (user) await chown(unfinished, user.uid, user.gid)
  // Text sorts by code point everywhere. From version 17 on PostgreSQL knows Unicode itself, and so that Ñ is the
  // capital of ñ.
  const locale = engine.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const flags = [
    '-U',
    'postgres',
    '-A',
    'reject',
    '-E',
    'UTF8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ]
  try {
    await promisify(execFile)(join(engine.bin, 'initdb'), ['-D', unfinished, ...flags, ...locale], {
      cwd: '/',
      env: postgresEnvironment(),
      ...(user && { uid: user.uid, gid: user.gid }),
    })
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw new Error(`No se pudo crear la base de datos en ${dataDir}: ${inWords(reasonOf(error))}`, {
      cause: error,
    })
  }
  await moveUnlessThere(unfinished, clusterDir)
  await sync(dirname(clusterDir))
}

/** Removes what a first start that was killed left behind, but not what a process that still lives is working on. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/\.new-(\d+)$/.exec(name)?.[1])
    const left = join(dataDir, name)
    if (pid && (await isLeftBehind(left, pid)))
      await rm(left, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function checkCluster({ clusterDir, engine, dataDir }: Cluster): Promise<void> {
  const { uid } = await stat(clusterDir)
  const self = process.getuid?.()
  if (self !== 0 && uid !== self) {
    throw new Error(
      `La base de datos de ${dataDir} es de otro usuario (uid ${uid}). Arranca como ese usuario o como root.`,
    )
  }
  const version = Number.parseInt(await readFile(join(clusterDir, 'PG_VERSION'), 'utf8'), 10)
  if (version !== engine.major) {
    throw new Error(
      `La base de datos de ${dataDir} es de PostgreSQL ${version} y esta versión de Nana trae PostgreSQL ${engine.major}. Arranca la versión anterior, haz una copia y restáurala aquí.`,
    )
  }
}

/** Translates the one failure in PostgreSQL's output that a person can act upon; other output is answered as it is. */
export function inWords(output: string): string {
  return output.includes('No space left on device') ? 'no queda espacio en el disco.' : output
}

/** The environment that PostgreSQL gets. Variables such as PGDATA of whoever starts the server must not reach it. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

/** True when a process with this id exists, whoever runs it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a process has left behind what it was at work on. A container's have all the same number, also this one. */
export async function isLeftBehind(path: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return true
  if (pid !== process.pid) return false
  // Others that look here may have removed it just now.
  const found = await lstat(path).catch(() => null)
  return found !== null && found.mtimeMs < performance.timeOrigin
}

function reasonOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'stderr' in error && typeof error.stderr === 'string')
    return error.stderr.trim()
  return error instanceof Error ? error.message : String(error)
}
