import { stat } from 'node:fs/promises'
import { countFamilies, refuseUnhealthy } from '../../db/upgrade/family-health.ts'
import { openBackup } from './backup-file.ts'
import { refuseNewer, restore } from './restore.ts'
import { withThrowAwayDatabase } from './throw-away-database.ts'

/** What was found in a backup that could be brought back. */
export interface Verified {
  /** When it was made, as RFC 3339. */
  at: string
  isSealed: boolean
  bytes: number
  accounts: number
  /** Of sleep. */
  records: number
  /** All rows that were restored. */
  rows: number
  /** Rows of sessions and links, which an old backup may have and none is ever restored. */
  leftOut: number
}

/**
 * Tries whether a backup can be brought back: its checksum or seal, then all of it in a database that is thrown away,
 * which is brought up to date and in which a family has to find its way. Throws a Refusal where it can't.
 */
export async function verify(
  file: string,
  passphrase: string | null,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<Verified> {
  progress(`Se lee ${file} entero…`)
  const backup = await openBackup(file, passphrase)
  try {
    await refuseNewer(backup.head)
    progress('Está entero. Se restaura en una base de datos de usar y tirar…')
    return await withThrowAwayDatabase(backup.head.versions, signal, async ({ pool }) => {
      const { at, rows } = await restore(pool, backup, progress, { signal })
      const client = await pool.connect()
      try {
        await client.query('begin')
        const families = await countFamilies(client)
        await refuseUnhealthy(client, families)
        await client.query('rollback')
        const { size: bytes } = await stat(file)
        return { at, isSealed: backup.isSealed, bytes, ...families, rows, leftOut: backup.rows - rows }
      } finally {
        client.release(true)
      }
    })
  } finally {
    await backup.close()
  }
}
