import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWhenTold } from '../server/end-when-told.ts'
import { type RunningServer, startServer } from '../server/main.ts'
import { type Config, loadConfig } from '../server/settings/config.ts'
import { addPeople, EMAIL } from './people.ts'
import { PASSWORD } from './rows.ts'
import { ADMIN, CONSULTANT, codeOfNow, FACTOR_SECRET } from './staff.ts'

const DEMO_DATE = '2025-08-11'

/** Starts a server on a throw-away data directory with families and their consultant in it, and says how to enter. */
export async function runDemo(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nana-demo-'))
  // As root the database runs as another user, who has to reach its folder.
  chmodSync(dataDir, 0o711)
  const removeData = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const config = loadConfig({ FIXED_NOW: DEMO_DATE, ...process.env, ...thrownAway(dataDir) })
    const server = await startOnFreePort(config)
    endWhenTold(() => server.stop().finally(removeData))
    if (server.db === null) throw new Error('La demo necesita su propia base de datos: quita SUPABASE_URL.')
    await addPeople(server.db.pool, config)
    await announce(server.url)
  } catch (error) {
    removeData()
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/** Whatever the environment says of families' data, a demo neither touches them nor their copies. */
function thrownAway(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    BACKUP_DIR: '',
    BACKUP_AT: '',
    BACKUP_KEEP: '',
    DATA_EXPECTED: '',
  }
}

/** The configured port, or any free one when it is taken: a demo asks nothing. */
async function startOnFreePort(config: Config): Promise<RunningServer> {
  try {
    return await startServer(config)
  } catch (error) {
    if (process.env.PORT) throw error
    return await startServer(
      loadConfig({
        ...process.env,
        ...thrownAway(config.dataDir),
        FIXED_NOW: config.fixedNow ?? '',
        PORT: '0',
      }),
    )
  }
}

async function announce(url: string): Promise<void> {
  console.log(`
  Nana está lista, con familias de ejemplo. Ctrl+C la cierra y borra sus datos.

  Dirección:  ${url}
  Email:      ${EMAIL}
  Contraseña: ${PASSWORD}

  La consola de las profesionales, en otro navegador o en una ventana privada:
  Consola:    ${url}/consola
  Email:      ${CONSULTANT.email} (consultora) o ${ADMIN.email} (también administra cuentas)
  Contraseña: ${PASSWORD}
  Código:     ${await codeOfNow()} ahora; «npm run demo -- codigo» da el siguiente
  Clave:      ${FACTOR_SECRET}, si prefieres una app de códigos

  Con la misma contraseña: noa@nana.example tiene un plan propuesto, y olivia@nana.example una petición por contestar.`)
}

/** Says the code of the second factor of the demo's staff. */
export async function sayCode(): Promise<void> {
  console.log(await codeOfNow())
}
