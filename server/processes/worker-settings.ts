import { type Environment, text } from '../settings/environment.ts'

const ADDRESSES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']

/**
 * Answers what differs in the environment of a process that joins the database: it knows which one there is, and is
 * told by which role it gets there, but not who owns it and the password.
 */
export function workerSettings(env: Environment): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const name of ADDRESSES) {
    const address = text(env, name)
    if (address !== null) settings[name] = withoutLogin(address)
  }
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
