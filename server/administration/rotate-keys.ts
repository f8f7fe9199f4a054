import type pg from 'pg'
import { endEverySession } from '../auth/sessions/ended-sessions.ts'
import { transaction } from '../auth/sessions/transaction.ts'
import { nextKeyVersions, tellServers } from '../db/key-versions.ts'
import { fingerprintOf, keepFingerprint, OTHER_SECRETS, serverOf } from '../db/this-server.ts'
import { recordEvent } from '../log/security-events.ts'
import type { Config } from '../settings/config.ts'
import { secretsFile } from '../settings/data-dir.ts'
import { ADMIN_COMMAND } from '../settings/paths.ts'
import {
  keepSecretsBefore,
  loadSecrets,
  type Secrets,
  storeKeyVersions,
  storeNewJwtSecret,
} from '../settings/secrets.ts'
import { Refusal } from './accounts.ts'

export interface Rotation {
  anon: boolean
  service: boolean
  /** A new JWT secret: it ends all sessions, and makes both keys anew unless the settings name them. */
  sessions: boolean
}

/**
 * Takes keys back and makes others, which it answers. Servers that run on this database believe the new ones only as
 * soon as they hear of it. Second factors stay: their key is another one.
 */
export async function rotateKeys(pool: pg.Pool, config: Config, rotation: Rotation): Promise<Secrets> {
  refuseGiven(config, rotation)
  // Typed without the server's JWT_SECRET, or beside another folder, it would change what nobody uses.
  const server = await serverOf(pool)
  if (server !== null && server.secretsFingerprint !== (await ownFingerprint(config))) {
    throw new Refusal(OTHER_SECRETS)
  }
  if (rotation.sessions) await endAllSessions(pool, config)
  else {
    const versions = await transaction({ pool, liveSessions: null }, async (db) => {
      await recordEvent(db, 'command', null, 'rotate-keys')
      return nextKeyVersions(db, config, rotation)
    })
    await storeKeyVersions(config, versions)
  }
  return loadSecrets(config)
}

/** What a setting says can only be changed where it is set. */
function refuseGiven(config: Config, { anon, service, sessions }: Rotation): void {
  const given = [
    ...(anon && config.anonKey !== null ? ['ANON_KEY'] : []),
    ...(service && config.serviceKey !== null ? ['SERVICE_KEY'] : []),
    ...(sessions && config.jwtSecret !== null ? ['JWT_SECRET'] : []),
  ]
  if (given.length === 0) return
  throw new Refusal(
    `Esto viene de los ajustes: ${given.join(', ')}. Pon allí otro valor y reinicia el servidor: el de antes deja de valer. Con otro JWT_SECRET, además: ${ADMIN_COMMAND} take-over --yes`,
  )
}

/** The secret is stored just before the commit: the database is known to belong to whoever has it (decision 036). */
async function endAllSessions(pool: pg.Pool, config: Config): Promise<void> {
  const fingerprint = await ownFingerprint(config)
  const before = await keepSecretsBefore(config)
  try {
    await transaction({ pool, liveSessions: null }, async (db) => {
      await endEverySession(db)
      // Other servers remember for half a minute which sessions stand, until they are told.
      await db.query(`select pg_notify('nana_leaving', '')`)
      await tellServers(db)
      await recordEvent(db, 'command', null, 'rotate-keys sessions')
      await storeNewJwtSecret(config)
      await keepFingerprint(db, await ownFingerprint(config))
    })
  } catch (error) {
    const present = await ownFingerprint(config)
    if (present !== fingerprint) {
      // With a secret that the database doesn't know the next start would be refused. It may know it even so, where
      // only the answer was lost.
      const server = await serverOf(pool).catch(() => null)
      if (server === null) throw new Error(eitherSecret(config, before.path, error), { cause: error })
      if (server.secretsFingerprint !== present) await before.putBack()
    }
    await before.remove()
    throw error
  }
  await before.remove()
}

/** What is to be done where the database doesn't say which secret it knows, in Spanish. */
function eitherSecret({ dataDir }: Config, before: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `No se sabe si la base de datos conoce ya el secreto nuevo (${reason}). En ${secretsFile(dataDir)} queda el nuevo y en ${before} el de antes. Arranca el servidor: si dice que la base de datos es de un servidor con otros secretos, pon el de antes en lugar del nuevo; si arranca, bórralo.`
}

async function ownFingerprint(config: Config): Promise<string> {
  return fingerprintOf((await loadSecrets(config)).jwtSecret)
}

/** What a rotation leaves to do, in Spanish, for whoever has asked for it. */
export function leftToDo({ dataDir, auth }: Config, { sessions }: Rotation): string {
  const file = secretsFile(dataDir)
  const kept = `Guarda otra vez ${file} y destruye las copias que tengas de él: con una de ellas volverían a valer las claves de antes.`
  if (!sessions || auth.jwtKeys === null) return kept
  return `${kept}\nLas claves de AUTH_JWT_KEYS siguen valiendo: cámbialas en los ajustes y reinicia el servidor.`
}
