import * as v from 'valibot'

const claimsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ sub: v.string(), aal: v.nullish(v.string()) }),
)

/** Whose token it is and how well proven: its own word, read and not checked. The server checks it with every call. */
export function claimsOf(accessToken: string): { sub: string; aal?: string | null | undefined } | null {
  const [, payload = ''] = accessToken.split('.')
  try {
    const claims = v.safeParse(claimsSchema, atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return claims.success ? claims.output : null
  } catch {
    return null
  }
}
