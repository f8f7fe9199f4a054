import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../settings/paths.ts'

export const PLATFORM = join(PACKAGE_ROOT, 'server/db/platform')
export const PRODUCT = join(PACKAGE_ROOT, 'supabase/migrations')

export interface Migration {
  version: string
  name: string
  sql: string
}

/** Names migrations as the ledgers do; those of the platform have their folder's name in front («platform 001»). */
export type Versions = readonly string[]

/** Databases of the first weeks have an earlier text of these, or know one of them by an earlier number. */
export const REWRITTEN = new Set([
  '20251101090000',
  '20251101090100',
  '20251120100100',
  '20251121090000',
  '20251121093000',
])

export async function knownMigrations(): Promise<Map<string, Migration>> {
  const platform = await migrationsIn(PLATFORM)
  const product = await migrationsIn(PRODUCT)
  return new Map([
    ...platform.map((migration) => [inLedger(PLATFORM, migration), migration] as const),
    ...product.map((migration) => [inLedger(PRODUCT, migration), migration] as const),
  ])
}

export function inLedger(folder: string, { version }: Migration): string {
  return folder === PLATFORM ? `platform ${version}` : version
}

/** Answers those versions that this program doesn't know, and never knew. */
export async function unknownVersions(versions: Versions): Promise<string[]> {
  const known = await knownMigrations()
  return versions.filter((version) => !known.has(version) && !REWRITTEN.has(version))
}

/** Those that there are still files of, sorted: two lists of them are of the same tables when they are the same. */
export async function knownVersions(versions: Versions): Promise<string[]> {
  const known = await knownMigrations()
  return versions.filter((version) => known.has(version)).toSorted()
}

/** Comments and line breaks change nothing. */
export function checksumOf({ sql }: Pick<Migration, 'sql'>): string {
  const said = sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
  return createHash('sha256').update(said).digest('hex')
}

export async function migrationsIn(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version = file, name = file] = /^(\d+)[-_](.+)\.sql$/.exec(file) ?? []
      return { version, name, sql: await readFile(join(folder, file), 'utf8') }
    }),
  )
}
