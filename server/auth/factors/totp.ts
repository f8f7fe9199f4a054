import { verify } from 'otplib'
import { renderSVG } from 'uqr'

// What every authenticator app does: RFC 6238 with SHA-1, six digits, 30 seconds.
const PERIOD_SECONDS = 30

/** The address an authenticator app reads. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const fields = { algorithm: 'SHA1', digits: 6, issuer, period: PERIOD_SECONDS, secret }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `otpauth://totp/${label}?${query.join('&')}`
}

/** Colours by name: in a data URL a # would end the picture. */
export function qrCode(uri: string): string {
  return renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 5, blackColor: 'black', whiteColor: 'white' })
}

/**
 * The time step a code belongs to, one step early or late allowed; null when it is wrong, or of `lastStep` or before
 * (each step counts once). `now`: Unix seconds.
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
