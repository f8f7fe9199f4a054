/** How many seconds a challenge lives, and a factor that nobody verifies. */
export const CHALLENGE_SECONDS = 300

/**
 * The condition that a factor is verified or may still be, for a query that names auth.mfa_factors `f`. A challenge
 * that came in time may be answered; further ones don't count, or a factor could be kept to be verified at any time.
 */
export const ALIVE = `(f.status = 'verified' or f.created_at > now()
   - interval '${CHALLENGE_SECONDS} s' * case when f.last_challenged_at is null then 1 else 2 end)`

/** A user's factors as a JSON array without any secret, for a query that names auth.users `u`. */
export const FACTORS_OF_USER = `
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
      'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''),
      'last_challenged_at', f.last_challenged_at) order by f.created_at, f.id), '[]')
     from auth.mfa_factors f where f.user_id = u.id and ${ALIVE})`
