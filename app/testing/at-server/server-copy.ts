import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup } from '../../../server/administration/copies/backup.ts'
import { openBackup } from '../../../server/administration/copies/backup-file.ts'
import { backupTables } from '../../../server/administration/copies/backup-tables.ts'
import { restore } from '../../../server/administration/copies/restore.ts'
import type { TestServer } from '../../../server/testing/test-server.ts'
import type { Carer } from '../test-phone.ts'

const quiet = () => undefined

/** Copies all that the server has now. What it resolves to brings the server back to it, and signs the carers in. */
export async function copyOf(server: TestServer): Promise<(carers: readonly Carer[]) => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'nana-copy-'))
  const file = join(folder, 'copy')
  await backup(server.pool, file, quiet)
  return async (carers) => {
    const tables = await backupTables(server.pool)
    await server.pool.query(
      `truncate ${tables.map(({ name }) => name).join()} cascade; delete from nana.erased_accounts`,
    )
    const copy = await openBackup(file)
    await restore(server.pool, copy, quiet)
    await copy.close()
    await rm(folder, { recursive: true })
    for (const carer of carers)
      carer.token = (await server.signIn(await accountOf(server, carer))).access_token
  }
}

async function accountOf(server: TestServer, { userId }: Carer): Promise<{ id: string; email: string }> {
  const { rows } = await server.pool.query<{ id: string; email: string }>(
    'select id, email from auth.users where id = $1',
    [userId],
  )
  const [account] = rows
  if (account === undefined) throw new Error('The copy is older than this account')
  return account
}
