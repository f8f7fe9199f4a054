import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE_ROOT } from '../../server/settings/paths.ts'
import { administrate, freePort, throwAwaySettings } from '../../server/testing/server-child.ts'
import { askJson, until } from './asking.ts'
import type { Part, Place } from './place.ts'

/** Three servers that share a database and their secrets, as on a machine each. */
export interface Servers {
  parts: readonly Part[]
  /** The public key by which phones call any of them. */
  anonKey: string
  isWhole: () => Promise<boolean>
}

export interface Ways {
  databaseUrl: string
  directUrl: string
  siteUrl: string
}

/** In place of what a balancer knows of its callers: here they are all on this machine. */
export const ADDRESS_HEADER = 'X-Real-IP'
/** Short enough that each phone has to renew its session several times while things fall. */
const TOKEN_SECONDS = 120

export async function chooseServerPorts(): Promise<number[]> {
  return [await freePort(), await freePort(), await freePort()]
}

export async function startServers(
  place: Place,
  ports: readonly number[],
  ways: Ways,
  interrupted: AbortSignal,
): Promise<Servers> {
  const parts: Part[] = []
  const isReady = async (port: number) => (await askJson(`http://127.0.0.1:${port}/ready`)) !== null
  let first: { dataDir: string; env: NodeJS.ProcessEnv } | null = null
  for (const [index, port] of ports.entries()) {
    const name = `nana-${index + 1}`
    const dataDir = place.folder(name)
    // What one server has made for itself at its first start the others are given.
    if (first !== null) await copyFile(join(first.dataDir, 'secrets.json'), join(dataDir, 'secrets.json'))
    const env = await settingsOf(dataDir, port, ways)
    const main = join(PACKAGE_ROOT, 'dist/server/main.js')
    const part = place.part(name, { command: process.execPath, args: [main], env, asSelf: true })
    parts.push(part)
    await until(() => isReady(port), `${name} está lista`, interrupted, part.said)
    first ??= { dataDir, env }
  }
  // The command prints this.
  const keys = JSON.parse(await administrate(first?.env ?? {}, 'keys')) as { anon_key: string }
  return {
    parts,
    anonKey: keys.anon_key,
    isWhole: async () => (await Promise.all(ports.map(isReady))).every(Boolean),
  }
}

async function settingsOf(
  dataDir: string,
  port: number,
  { databaseUrl, directUrl, siteUrl }: Ways,
): Promise<NodeJS.ProcessEnv> {
  const { env } = await throwAwaySettings(dataDir, '2025-08-11')
  return {
    ...env,
    PORT: String(port),
    SITE_URL: siteUrl,
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: directUrl,
    TRUSTED_IP_HEADER: ADDRESS_HEADER,
    AUTH_RATE_LIMITS: 'on',
    AUTH_JWT_EXPIRY: String(TOKEN_SECONDS),
  }
}
