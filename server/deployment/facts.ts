import { statfs } from 'node:fs/promises'
import type { Facts } from './judge.ts'

/** Linux gives it the same number everywhere, also where a container has no list of users. */
const NOBODY = 65_534

/** @param whoGoesOn what giving up root has come to, in Spanish; null where the process never was root. */
export async function factsOf(dataDir: string, whoGoesOn: string | null): Promise<Facts> {
  const uid = process.getuid?.()
  return {
    isTerminal: process.stdout.isTTY,
    staysRoot: uid === 0 ? whoGoesOn : null,
    isNobody: uid === NOBODY,
    disk: await spaceOf(dataDir),
  }
}

/** What is left for a user other than root, and what there is; null where the folder can't be asked. */
export async function spaceOf(folder: string): Promise<Facts['disk']> {
  return statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }),
    () => null,
  )
}
