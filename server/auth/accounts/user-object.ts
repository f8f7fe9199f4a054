import type { DrawnFactor, IdentityRow, UserRow } from './users.ts'

/**
 * The user as a client sees it (wire 1.4, user). No secret is in it. Empty fields are left out instead of being null,
 * but for those that a client always expects.
 */
export function drawUser(user: UserRow): Record<string, unknown> {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email ?? '',
    ...filled({
      email_confirmed_at: time(user.email_confirmed_at),
      invited_at: time(user.invited_at),
    }),
    phone: user.phone ?? '',
    ...filled({
      phone_confirmed_at: time(user.phone_confirmed_at),
      confirmation_sent_at: time(user.confirmation_sent_at),
      confirmed_at: time(user.confirmed_at),
      recovery_sent_at: time(user.recovery_sent_at),
      new_email: user.email_change,
      email_change_sent_at: time(user.email_change_sent_at),
      new_phone: user.phone_change,
      phone_change_sent_at: time(user.phone_change_sent_at),
      reauthentication_sent_at: time(user.reauthentication_sent_at),
      last_sign_in_at: time(user.last_sign_in_at),
    }),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    ...(user.factors.length === 0 ? {} : { factors: user.factors.map(drawFactor) }),
    identities: user.identities.map(drawIdentity),
    created_at: time(user.created_at),
    updated_at: time(user.updated_at),
    ...filled({ banned_until: time(user.banned_until), deleted_at: time(user.deleted_at) }),
    is_anonymous: user.is_anonymous,
  }
}

function drawIdentity(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    // This is the id that the provider gives the person; an e-mail identity has the user's own id here.
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...filled({ last_sign_in_at: time(identity.last_sign_in_at) }),
    created_at: time(identity.created_at),
    updated_at: time(identity.updated_at),
    ...filled({ email: identity.email }),
  }
}

/** A factor as a client sees it (wire 1.4, user). */
export function drawFactor(factor: DrawnFactor): Record<string, unknown> {
  return {
    id: factor.id,
    created_at: time(factor.created_at),
    updated_at: time(factor.updated_at),
    status: factor.status,
    ...filled({ friendly_name: factor.friendly_name }),
    factor_type: factor.factor_type,
    phone: factor.phone,
    last_challenged_at: time(factor.last_challenged_at),
  }
}

function filled(fields: Record<string, string | null>): Record<string, string> {
  const entries = Object.entries(fields).filter(
    (entry): entry is [string, string] => entry[1] !== null && entry[1] !== '',
  )
  return Object.fromEntries(entries)
}

/** An instant in RFC 3339, with Z for UTC everywhere: JSON made in SQL ends in an offset instead. */
function time(value: string | null): string | null {
  return value?.replace(/\+00:00$/, 'Z') ?? null
}
