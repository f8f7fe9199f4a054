/** Life of a challenge, and of a factor that nobody verifies, seconds. */
export const CHALLENGE_SECONDS = 300

/** For a query that names auth.mfa_factors `f`: not given up before it was verified. */
export const ALIVE = `(f.status = 'verified'
   or greatest(f.created_at, f.last_challenged_at) > now() - interval '${CHALLENGE_SECONDS} s')`

/** The factors of a user, as `auth.users u` draws them: an array of JSON without any secret. */
export const FACTORS_OF_USER = `
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', f.id, 'created_at', f.created_at, 'updated_at', f.updated_at, 'status', f.status,
      'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'phone', coalesce(f.phone, ''),
      'last_challenged_at', f.last_challenged_at) order by f.created_at, f.id), '[]')
     from auth.mfa_factors f where f.user_id = u.id and ${ALIVE})`
