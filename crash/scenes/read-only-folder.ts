import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Findings, underLoad } from '../load/load.ts'
import { startNana } from '../world/nana.ts'

const TURNED_AWAY = 30
const CLOSED = 0o500
const OPEN = 0o700

/** Takes the right to make files away from the database's folders, lets it fall meanwhile, and gives the right back. */
export async function playReadOnlyFolder(interrupted: AbortSignal): Promise<Findings> {
  const nana = await startNana()
  const cluster = join(nana.dataDir, 'database')
  return underLoad(nana, interrupted, async (load) => {
    await load.saved(100)
    await changeFolders(cluster, CLOSED)
    try {
      // What is open already can still be written: a database that has to begin anew can't.
      await nana.killDatabase()
      await load.turnedAway(TURNED_AWAY)
    } finally {
      await changeFolders(cluster, OPEN)
    }
    await load.measureReady('la carpeta no deja escribir y cae la base de datos')
    await load.judge()
    await load.saved(100)
  })
}

async function changeFolders(folder: string, mode: number): Promise<void> {
  await chmod(folder, OPEN)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await changeFolders(join(folder, entry.name), mode)
  }
  await chmod(folder, mode)
}
