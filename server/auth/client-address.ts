import { isIP } from 'node:net'
import type { AuthContext } from './auth-deps.ts'

/** The client's IP address: the socket's, or what the one trusted header says; null when neither is an address. */
export function clientAddress(c: AuthContext, trustedHeader: string | null): string | null {
  const socketAddress = plainAddress(c.env?.incoming?.socket?.remoteAddress ?? '')
  if (trustedHeader === null) return socketAddress
  // A proxy appends what it saw itself, so only the last entry of a list is its word.
  const stated = c.req.header(trustedHeader)?.split(',').at(-1)?.trim() ?? ''
  return plainAddress(stated) ?? socketAddress
}

/** One household has one IPv4 address, or a whole /64 of IPv6 ones. */
export function rateLimitKey(address: string | null): string {
  if (address === null) return 'unknown'
  return isIP(address) === 6 ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

function plainAddress(text: string): string | null {
  const unmapped = text.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
  return isIP(unmapped) === 0 ? null : unmapped
}

/** The eight groups, without leading zeros. */
function expandIpv6(address: string): string[] {
  // URL writes every spelling of an address the same way.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}
