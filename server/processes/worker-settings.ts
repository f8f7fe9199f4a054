import { type Environment, text } from '../settings/environment.ts'

const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']
const OF_COPIES = ['BACKUP_PASSPHRASE', 'BACKUP_KEY_FILE']

/**
 * Answers what differs in the environment of a process that joins the database: it knows which one there is, and is
 * told by which role it gets there, but not who owns it and the password. It makes no copies, so it isn't told their
 * secret either: it may stand in a file that only root can read, and this process is no longer root.
 */
export function workerSettings(env: Environment): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const name of ADDRESSES) {
    const address = text(env, name)
    if (address !== null) settings[name] = withoutLogin(address)
  }
  for (const name of OF_COPIES) if (text(env, name) !== null) settings[name] = ''
  return settings
}

function withoutLogin(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  // The driver reads them there too.
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  return url.href
}
