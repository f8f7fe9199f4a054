import { readdirSync } from 'node:fs'
import pg from 'pg'
import { migrate } from '../../server/db/migrate.ts'

/** The platform's migrations, and those of the product that are wanted. */
export function versions(isWanted: (version: string) => boolean): string[] {
  const named = (folder: string) => readdirSync(new URL(folder, import.meta.url))
  return [
    ...named('../../server/db/platform').map((file) => `platform ${file.split('-')[0]}`),
    ...named('../migrations')
      .flatMap((file) => file.split('_')[0] ?? [])
      .filter(isWanted),
  ]
}

/** Brings a database up to these migrations. */
export async function migrated(connection: pg.ClientConfig, only: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await migrate(client, { only })
  } finally {
    await client.end()
  }
}
