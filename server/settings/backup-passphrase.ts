import { readFileSync } from 'node:fs'
import { ConfigError, type Environment, text } from './environment.ts'

const SHORTEST = 12

/** Reads what copies are encrypted with: BACKUP_PASSPHRASE, or the text in the file that BACKUP_KEY_FILE names. */
export function loadBackupPassphrase(env: Environment): string | null {
  const [stated, file] = [text(env, 'BACKUP_PASSPHRASE'), text(env, 'BACKUP_KEY_FILE')]
  if (stated !== null && file !== null) {
    throw new ConfigError('BACKUP_PASSPHRASE y BACKUP_KEY_FILE no van juntas: quita una de las dos.')
  }
  const passphrase = file === null ? stated : contentsOf(file)
  if (passphrase === null || passphrase.length >= SHORTEST) return passphrase
  const name = file === null ? 'BACKUP_PASSPHRASE' : 'La clave de BACKUP_KEY_FILE'
  // The message must not repeat the passphrase.
  throw new ConfigError(`${name} no vale: debe tener al menos ${SHORTEST} caracteres.`)
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`BACKUP_KEY_FILE=${file} no vale: no se puede leer.`, { cause: error })
  }
}
