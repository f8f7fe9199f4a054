import * as v from 'valibot'

const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    sub: v.string(),
    aal: v.nullish(v.string()),
    email: v.nullish(v.string()),
    session_id: v.nullish(v.string()),
  }),
)

type Claims = v.InferOutput<typeof claimsSchema>

/**
 * The user (`sub`), address, session and assurance level (`aal`) that a token claims; null when it can't be read. The
 * signature isn't checked here: the server does that with every call.
 */
export function claimsOf(accessToken: string): Claims | null {
  const [, payload = ''] = accessToken.split('.')
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    )
    const claims = v.safeParse(claimsSchema, new TextDecoder().decode(bytes))
    return claims.success ? claims.output : null
  } catch {
    return null
  }
}
