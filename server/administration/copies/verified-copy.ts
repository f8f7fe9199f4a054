import { randomBytes } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Config } from '../../settings/config.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const instant = v.pipe(v.string(), v.isoTimestamp())

const copySchema = v.object({
  /** The file's absolute path. */
  file: v.string(),
  /** When it was made and when it was found to be good, as RFC 3339. */
  madeAt: instant,
  verifiedAt: instant,
  bytes: count,
  isSealed: v.boolean(),
  accounts: count,
  records: count,
  rows: count,
})

/** A copy that the server has made by itself and has brought back, to see that it is good. */
export type VerifiedCopy = v.InferOutput<typeof copySchema>

/** It lies with the copies: whoever finds them where all else was lost reads which one to take. */
function noteIn(folder: string): string {
  return join(folder, 'last-verified.json')
}

/**
 * Answers the last copy in BACKUP_DIR that was found to be good. Null where there is none, where the folder can't be
 * read, and without BACKUP_DIR.
 */
export async function lastVerifiedCopy({ copies }: Pick<Config, 'copies'>): Promise<VerifiedCopy | null> {
  if (copies.dir === null) return null
  const text = await readFile(noteIn(copies.dir), 'utf8').catch(() => '')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), copySchema), text)
  return parsed.success ? parsed.output : null
}

export async function noteVerifiedCopy(folder: string, copy: VerifiedCopy): Promise<void> {
  const draft = `${noteIn(folder)}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, `${JSON.stringify(copy, null, 1)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await rename(draft, noteIn(folder))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
