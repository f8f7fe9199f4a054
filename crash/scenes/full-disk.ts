import { execFile } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newDataDir } from '../../server/testing/server-child.ts'
import { type Findings, underLoad } from '../load/load.ts'
import { startNana } from '../world/nana.ts'

const run = promisify(execFile)
const PIECE = Buffer.alloc(256 * 1024)
/** So many calls in vain, and nobody can save any more. */
const TURNED_AWAY = 100

/**
 * Fills the disk under the database, once while it runs on and once with a fall while it is full, and gives the room
 * back. Returns null where no small disk can be mounted.
 */
export async function playFullDisk(interrupted: AbortSignal): Promise<Findings | null> {
  const disk = newDataDir('crash-disk')
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'nana-crash', disk])
  } catch {
    rmSync(disk, { recursive: true })
    return null
  }
  try {
    return await playOn(disk, interrupted)
  } finally {
    await run('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true, force: true })
  }
}

async function playOn(disk: string, interrupted: AbortSignal): Promise<Findings> {
  const dataDir = join(disk, 'data')
  mkdirSync(dataDir)
  const filler = join(disk, 'filler')
  const nana = await startNana({ dataDir })
  return underLoad(nana, interrupted, async (load) => {
    for (const falls of [false, true]) {
      await load.saved(200)
      fill(filler)
      await load.turnedAway(TURNED_AWAY)
      if (falls) {
        await nana.killDatabase()
        await load.turnedAway(TURNED_AWAY)
      }
      rmSync(filler)
      await load.measureReady(falls ? 'el disco se llena y cae la base de datos' : 'el disco se llena')
      await load.judge()
    }
    await load.saved(200)
  })
}

/** Writes until nothing more goes in, the last bytes too. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  try {
    for (let size = PIECE.length; size >= 1; ) {
      try {
        writeSync(handle, PIECE, 0, size)
      } catch {
        size = Math.floor(size / 16)
      }
    }
  } finally {
    closeSync(handle)
  }
}
