import { randomBytes } from 'node:crypto'
import { chmod, lchown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import type { Config } from '../../settings/config.ts'
import { ownerAt } from '../../settings/data-dir.ts'
import type { Verified } from './verify.ts'

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

/** A copy in BACKUP_DIR that was brought back, to see that it is good. */
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

/** Notes beside a copy what was found in it when it was brought back. */
export async function noteVerifiedCopy(file: string, verified: Verified): Promise<VerifiedCopy> {
  const { at: madeAt, leftOut: _, ...found } = verified
  const copy = { file, madeAt, verifiedAt: new Date().toISOString(), ...found }
  const note = noteIn(dirname(file))
  const draft = `${note}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, `${JSON.stringify(copy, null, 1)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    const owner = ownerAt(dirname(file))
    // On another machine's disk root may be nobody, who can't give it away. So everybody may read it there.
    if (owner !== null) await lchown(draft, owner.uid, owner.gid).catch(() => chmod(draft, 0o644))
    await rename(draft, note)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return copy
}
