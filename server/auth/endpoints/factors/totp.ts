import { verify } from 'otplib'
import { renderSVG } from 'uqr'

// Every authenticator app can do RFC 6238 with SHA-1, six digits and steps of 30 seconds; many can't do anything else.
const PERIOD_SECONDS = 30

/** The otpauth address that an authenticator app reads. `issuer` and `account` are shown in its list. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const fields = { algorithm: 'SHA1', digits: 6, issuer, period: PERIOD_SECONDS, secret }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${query.join('&')}`
}

/** A text as a QR code in SVG. Its colours are named, because a # would end the picture when it becomes a data URL. */
export function qrCode(uri: string): string {
  return renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 5, blackColor: 'black', whiteColor: 'white' })
}

/**
 * The time step that a code belongs to; one step early or late is allowed. The answer is null when the code is wrong,
 * or not of a step after `lastStep`, because each step counts once. `now` is in Unix seconds.
 */
export async function matchingStep(
  secret: string,
  code: string,
  lastStep: number | null,
  now: number = Date.now() / 1000,
): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const result = await verify({
    secret,
    token: code,
    epoch: Math.floor(now),
    epochTolerance: PERIOD_SECONDS,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
