import { isIP } from 'node:net'
import { isWithin, type ProxySettings } from '../../settings/proxy-settings.ts'
import type { AuthContext } from '../calls/auth-context.ts'

/**
 * The client's IP address: what the one trusted header says, else the socket's; null when neither is an address.
 * Nothing that a client claims about its address is believed: not without a trusted header, and not from whoever isn't
 * one of the proxies, where the settings name them.
 */
export function clientAddress(c: AuthContext, proxy: ProxySettings): string | null {
  const socketAddress = plainAddress(c.env?.incoming?.socket?.remoteAddress ?? '')
  const { trustedIpHeader, trustedProxies } = proxy
  if (trustedIpHeader === null || !isFromProxy(c, proxy)) return socketAddress
  // A proxy appends the address that it saw itself, so only what was appended by those we know can be trusted.
  const stated =
    c.req
      .header(trustedIpHeader)
      ?.split(',')
      .map((entry) => plainAddress(entry.trim())) ?? []
  const client =
    trustedProxies === null ? stated.at(-1) : stated.findLast((entry) => !isWithin(trustedProxies, entry))
  return client ?? socketAddress
}

/** Whether what the proxy's headers say may be believed. */
export function isFromProxy(c: AuthContext, { trustedIpHeader, trustedProxies }: ProxySettings): boolean {
  if (trustedIpHeader === null) return false
  if (trustedProxies === null) return true
  return isWithin(trustedProxies, plainAddress(c.env?.incoming?.socket?.remoteAddress ?? ''))
}

/** The key under which an address is limited. An IPv6 one counts by its /64, because a household has all of that. */
export function rateLimitKey(address: string | null): string {
  if (address === null) return 'unknown'
  return isIP(address) === 6 ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

/**
 * The key under which many IPv6 addresses are limited together: a /48 can be one customer's, who then has 65,536 times
 * a /64. Null for others, whose addresses aren't given out by the thousand.
 */
export function wideRateLimitKey(address: string | null): string | null {
  if (address === null || isIP(address) !== 6) return null
  return `${expandIpv6(address).slice(0, 3).join(':')}::/48`
}

/** Whether an address is this machine's own. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** An address in its plain spelling, an IPv4 one without IPv6's prefix; null where the text is none. */
export function plainAddress(text: string): string | null {
  const unmapped = text.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  return isIP(unmapped) === 0 ? null : unmapped
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expandIpv6(address: string): string[] {
  // URL rewrites every spelling of an address to a single one.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}
