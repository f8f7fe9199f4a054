import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/*
 * This file finds a folder in memory for what a run throws away: the tests make and remove some thousand databases and
 * browser profiles, and finding a free inode on a disk whose files were removed a moment ago takes a quarter of the
 * processor.
 */

/** Linux keeps what lies here in memory. */
const SHARED_MEMORY = '/dev/shm'
const PREFIX = 'nana-run-'
/** A run uses 2 GB at most; what it uses there, its programs can't. */
const ROOM = 6 * 2 ** 30
const WHOLE = { recursive: true, force: true, maxRetries: 3 }

/**
 * Makes a folder in memory for a run, or answers null where there is no room, or where no program may be started from:
 * databases are.
 * @returns {string | null}
 */
export function makeMemoryFolder() {
  return existsSync(SHARED_MEMORY) && isRoomy() ? makeRunFolder(SHARED_MEMORY) : null
}

/**
 * Makes a folder that is removed with the process, and removes those of processes that were killed.
 * @param {string} place
 */
export function makeRunFolder(place) {
  for (const name of readdirSync(place)) {
    const owner = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length).split('-')[0]) : 0
    if (owner > 0 && !existsSync(`/proc/${owner}`)) rmSync(join(place, name), WHOLE)
  }
  const folder = mkdtempSync(join(place, `${PREFIX}${process.pid}-`))
  // A database runs as another user than root.
  chmodSync(folder, 0o1777)
  process.on('exit', () => {
    try {
      rmSync(folder, WHOLE)
    } catch {
      // What still writes there keeps it, and the next run removes it.
    }
  })
  return folder
}

function isRoomy() {
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .findLast((line) => line.split(' ')[1] === SHARED_MEMORY)
    ?.split(' ')
  const isMemory = mount?.[2] === 'tmpfs' && !mount[3]?.split(',').includes('noexec')
  return isMemory && bavail * bsize >= ROOM && freemem() >= 2 * ROOM
}
