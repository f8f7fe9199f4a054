import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { makeFolders, ownerAt } from '../settings/data-dir.ts'
import { Refusal } from './accounts.ts'

/** A moment that a list says: one that isn't any would look like a fault of the copy that is restored. */
export const listedMoment = v.pipe(v.string(), v.isoTimestamp())

/**
 * A list that lies beside the database, because a backup is restored where the database was lost, and may be older than
 * what the list says.
 */
export interface KeptList<Entry> {
  /** Throws a Refusal when the list of this data folder is damaged: restoring without it would undo what it says. */
  read: (dataDir: string) => Promise<Entry[]>
  /** Throws when an entry isn't one. */
  write: (dataDir: string, entries: readonly Entry[]) => Promise<void>
}

/** `says`: in Spanish, what is lost with a list that is damaged. */
export function keptList<Entry>(
  name: string,
  entry: v.GenericSchema<unknown, Entry>,
  says: string,
): KeptList<Entry> {
  const entriesSchema = v.array(entry)
  const schema = v.pipe(v.string(), v.parseJson(), entriesSchema)
  return {
    read: async (dataDir) => {
      const file = join(dataDir, name)
      if (!existsSync(file)) return []
      const list = v.safeParse(schema, await readFile(file, 'utf8'))
      if (list.success) return list.output
      throw new Refusal(
        `${file} está dañado: dice ${says}. Recupéralo de una copia, o quítalo si pueden volver.`,
      )
    },
    write: async (dataDir, entries) => {
      // A family names the end of an access: one that can't be read again mustn't take the whole list with it.
      v.assert(entriesSchema, entries)
      makeFolders(dataDir)
      const file = join(dataDir, name)
      const draft = `${file}.${randomBytes(4).toString('hex')}`
      try {
        const handle = await open(draft, 'wx', 0o600)
        try {
          await handle.writeFile(`${JSON.stringify(entries, null, 1)}\n`)
          const owner = ownerAt(dataDir)
          if (owner !== null) await handle.chown(owner.uid, owner.gid)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(draft, file)
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}
