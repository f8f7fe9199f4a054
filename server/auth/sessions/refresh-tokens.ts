import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { CLOCK_SKEW_SECONDS } from '../calls/clock-skew.ts'

/**
 * A refresh token names its session and how often that session had been refreshed when the token was made. Its bytes
 * are version (1) ‖ session id (16) ‖ counter (8, big endian) ‖ HMAC-SHA-256 over these, cut to 128 bits (16), written
 * in base64url without padding. The database stores no token, only the session's key and counter.
 */
export interface RefreshToken {
  sessionId: string
  counter: bigint
  /** The bytes before the signature, which it covers. */
  signed: Buffer
  signature: Buffer
}

const VERSION = 0
const SIGNED_BYTES = 1 + 16 + 8
const SIGNATURE_BYTES = 16
const MAX_COUNTER = 2n ** 63n - 1n

/** A new key for a session's row: 32 random bytes in base64, useless without the server's secret. */
export function createSessionKey(): string {
  return randomBytes(32).toString('base64')
}

/** The server's part of every session's key: with a copy of the database alone nobody can forge a token. */
export function refreshPepper(jwtSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', jwtSecret, '', 'nana refresh tokens', 32))
}

export function encodeRefreshToken(
  sessionId: string,
  counter: bigint,
  sessionKey: string,
  pepper: Buffer,
): string {
  const signed = Buffer.alloc(SIGNED_BYTES)
  signed.writeUInt8(VERSION, 0)
  signed.write(sessionId.replaceAll('-', ''), 1, 'hex')
  signed.writeBigUInt64BE(counter, 17)
  return Buffer.concat([signed, sign(signed, sessionKey, pepper)]).toString('base64url')
}

/** Reads a token; undefined when the text doesn't have its form. The signature is not checked here. */
export function decodeRefreshToken(text: string): RefreshToken | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const canonical = bytes.toString('base64url') === text
  if (!canonical || bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES || bytes[0] !== VERSION) return undefined
  const counter = bytes.readBigUInt64BE(17)
  if (counter > MAX_COUNTER) return undefined
  const hex = bytes.toString('hex', 1, 17)
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return {
    sessionId,
    counter,
    signed: bytes.subarray(0, SIGNED_BYTES),
    signature: bytes.subarray(SIGNED_BYTES),
  }
}

export function signatureHolds(token: RefreshToken, sessionKey: string, pepper: Buffer): boolean {
  return timingSafeEqual(token.signature, sign(token.signed, sessionKey, pepper))
}

function sign(signed: Buffer, sessionKey: string, pepper: Buffer): Buffer {
  const key = createHmac('sha256', pepper).update(Buffer.from(sessionKey, 'base64')).digest()
  return createHmac('sha256', key).update(signed).digest().subarray(0, SIGNATURE_BYTES)
}

/** What becomes of a refresh, given the token's counter and the session's. */
export type RefreshVerdict = 'rotate' | 'repeat-current' | 'reused' | 'not-ours'

/**
 * Judges a refresh token by its counter. The current token rotates. The one before it gets the current one again at any
 * time, because its owner may have lost the answer. Older ones get it within the reuse interval, counted in seconds
 * from the last refresh, because many tabs ask at once; later they are taken for stolen. So they are when the last
 * refresh lies well ahead: a clock that was ahead and is set back would keep the interval open for as long.
 */
export function judgeRefresh(
  tokenCounter: bigint,
  sessionCounter: bigint,
  sinceRefreshSeconds: number,
  reuseIntervalSeconds: number,
): RefreshVerdict {
  const behind = sessionCounter - tokenCounter
  if (behind < 0n) return 'not-ours'
  if (behind === 0n) return 'rotate'
  const isTogether = sinceRefreshSeconds > -CLOCK_SKEW_SECONDS && sinceRefreshSeconds < reuseIntervalSeconds
  if (behind === 1n || isTogether) return 'repeat-current'
  return 'reused'
}
