/** The token after `Bearer`, in any case, and exactly one space; null without a header or with another scheme. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = /^bearer(?: (.*))?$/i.exec(authorization ?? '')
  return match === null ? null : (match[1] ?? '')
}
