import { BlockList, isIP } from 'node:net'
import { ConfigError, type Environment, text } from './environment.ts'

/** How a client's address is known where a proxy stands before the server. */
export interface ProxySettings {
  /**
   * The lower-case name of the header that is trusted for the client's address. Null means the address of the socket.
   */
  trustedIpHeader: string | null
  /** Who may say something in that header; null: whoever connects. */
  trustedProxies: BlockList | null
}

/** Reads who stands before the server. Throws ConfigError. */
export function loadProxySettings(env: Environment): ProxySettings {
  const trustedIpHeader = headerName(env, 'TRUSTED_IP_HEADER')
  const trustedProxies = networks(env, 'TRUSTED_PROXIES')
  if (trustedProxies === null || trustedIpHeader !== null) return { trustedIpHeader, trustedProxies }
  throw new ConfigError(
    'TRUSTED_PROXIES no vale sin TRUSTED_IP_HEADER: falta la cabecera en la que el proxy dice la dirección.',
  )
}

/** What comes of a proxy that nobody has told the server of. */
export const ALL_AS_ONE =
  'TRUSTED_IP_HEADER no está puesta: los límites cuentan a todas las personas como una sola.'

/** Whether an address is one of these networks', in either of its spellings. */
export function isWithin(networks: BlockList, address: string | null): boolean {
  return address !== null && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function headerName(env: Environment, name: string): string | null {
  const value = text(env, name)
  if (value === null || /^[A-Za-z0-9-]+$/.test(value)) return value?.toLowerCase() ?? null
  throw new ConfigError(`${name}=${value} no vale: debe ser el nombre de una cabecera HTTP.`)
}

function networks(env: Environment, name: string): BlockList | null {
  const value = text(env, name)
  if (value === null) return null
  const list = new BlockList()
  for (const entry of value.split(',').map((part) => part.trim())) {
    const [address = '', length, ...rest] = entry.split('/')
    const family = isIP(address)
    const most = family === 6 ? 128 : 32
    const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : -1
    // A network of all addresses would trust everybody, which is what leaving the setting out is for.
    if (family === 0 || rest.length > 0 || bits < 1 || bits > most) {
      throw new ConfigError(
        `${name} no vale: «${entry}» no es una dirección ni una red, como 10.0.0.5 o 10.0.0.0/8.`,
      )
    }
    list.addSubnet(address, bits, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
