import { type ExternalPerson, keptText, type PersonClaims } from './external-identity.ts'

/** The claims that are kept. They are few, because they travel inside every access token. */
const KEPT = ['name', 'given_name', 'family_name', 'preferred_username', 'picture', 'locale'] as const

/** The person whom a provider's claims describe. */
export function personOf(provider: string, claims: PersonClaims): ExternalPerson {
  const texts = KEPT.flatMap((name) => {
    const value = claims[name]
    return typeof value === 'string' ? [[name, keptText(value)] as const] : []
  })
  const kept = Object.fromEntries(texts)
  return {
    provider,
    subject: claims.sub,
    email: typeof claims.email === 'string' ? claims.email : '',
    // Some providers write this flag as text.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    isSso: false,
    metadata: {
      iss: claims.iss,
      ...kept,
      ...(kept.name === undefined ? {} : { full_name: kept.name }),
      ...(kept.picture === undefined ? {} : { avatar_url: kept.picture }),
      provider_id: claims.sub,
    },
  }
}
