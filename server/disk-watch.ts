import { statfs } from 'node:fs/promises'
import { printFailure } from './log/lines.ts'

const LOOK_EVERY_MS = 30_000

export interface DiskWatch {
  /** Less is free than the operator wants kept, as far as was seen at the last look. */
  isNearlyFull(): boolean
  close(): void
}

/**
 * Looks from time to time at the disk that `folder` lies on. It is said when room gets scarce and when there is some
 * again; who asks in between gets the last look's answer, so that no request waits for the disk.
 */
export async function watchDisk(folder: string, reserveBytes: number): Promise<DiskWatch> {
  let isNearlyFull = false

  async function look(): Promise<void> {
    const { bavail, bsize } = await statfs(folder)
    const was = isNearlyFull
    isNearlyFull = bavail * bsize < reserveBytes
    if (isNearlyFull !== was) {
      const free_mb = Math.floor((bavail * bsize) / 1024 / 1024)
      printFailure(isNearlyFull ? 'disk_nearly_full' : 'disk_has_room_again', { free_mb, folder })
    }
  }

  await look()
  // When the disk can't be asked the last answer stays: of a full one PostgreSQL tells by its errors (53100).
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS)
  timer.unref()
  return { isNearlyFull: () => isNearlyFull, close: () => clearInterval(timer) }
}
