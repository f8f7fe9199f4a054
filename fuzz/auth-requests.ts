import fc from 'fast-check'

// These requests use the auth API's own paths and field names, with values that are right, nearly right or nonsense:
// requests of nothing but noise would all fail at the first check, and test nothing behind it.

export interface AuthCall {
  method: string
  path: string
}

const UUID = '11111111-2222-4333-8444-555555555555'
const call = (method: string, ...paths: string[]): AuthCall[] => paths.map((path) => ({ method, path }))

/** Those of the console, on an account that is there (`:actor` is the caller's own) and on one that isn't. */
const CONSOLE_CALLS = [
  ...call('GET', 'console:accounts'),
  ...call('POST', 'console:accounts/invite', 'console:accounts/invite-list'),
  ...[':actor', UUID, 'x'].flatMap((id) => [
    ...call('DELETE', `console:accounts/${id}`),
    ...['trial', 'full', 'disable', 'enable', 'reset-password', 'remove-second-factor'].flatMap((verb) =>
      call('POST', `console:accounts/${id}/${verb}`),
    ),
  ]),
]

/** These are all the calls a person can make. `:factor` stands for a factor of the caller's own. */
export const PERSONS_CALLS: readonly AuthCall[] = [
  ...call(
    'POST',
    'token?grant_type=password',
    'token?grant_type=refresh_token',
    'token?grant_type=pkce',
    'token?grant_type=id_token',
    'signup',
    'otp',
    'magiclink',
    'recover',
    'resend',
    'verify',
    'sso',
    'sso/saml/acs',
    'callback',
    'logout?scope=local',
    'factors',
    'factors/:factor/challenge',
    'factors/:factor/verify',
    `factors/${UUID}/verify`,
    'invite',
    'admin/users',
    'admin/generate_link',
  ),
  ...call('PUT', 'user', `admin/users/${UUID}`),
  ...call(
    'DELETE',
    'factors/:factor',
    `user/identities/${UUID}`,
    `admin/users/${UUID}`,
    `admin/users/${UUID}/factors/${UUID}`,
  ),
  ...call(
    'GET',
    'user',
    'authorize',
    'callback',
    'verify',
    'reauthenticate',
    'settings',
    'health',
    'sso/saml/metadata',
    '.well-known/jwks.json',
    'user/identities/authorize',
    'admin/users',
    `admin/users/${UUID}/factors`,
  ),
  ...CONSOLE_CALLS,
]

/** These calls are an administrator's, who has the secret key or, for the console, a session with the role. */
export const ADMINISTRATORS_CALLS: readonly AuthCall[] = PERSONS_CALLS.filter(({ path }) =>
  /^(admin|invite|console:)/.test(path),
)

export const anyCall = (calls: readonly AuthCall[]): fc.Arbitrary<AuthCall> => fc.constantFrom(...calls)

const FIELDS = [
  'email',
  'phone',
  'password',
  'current_password',
  'password_hash',
  'nonce',
  'data',
  'user_metadata',
  'app_metadata',
  'role',
  'aud',
  'id',
  'email_confirm',
  'ban_duration',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'provider',
  'id_token',
  'access_token',
  'type',
  'token',
  'token_hash',
  'redirect_to',
  'create_user',
  'channel',
  'domain',
  'provider_id',
  'skip_http_redirect',
  'factor_type',
  'friendly_name',
  'issuer',
  'challenge_id',
  'code',
  'state',
  'error',
  'SAMLResponse',
  'RelayState',
  'grant_type',
  'scope',
  'scopes',
  'page',
  'per_page',
  'sort',
  'filter',
  'gotrue_meta_security',
  'days',
  'trial_days',
  'again',
  'rows',
]
const field = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...FIELDS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty') },
)

/** Each of these values is right for some field, so that requests get past the first check now and then. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    'ana@example.com',
    'ANA@EXAMPLE.COM',
    'a@b',
    '34600000000',
    '+34 600 000 000',
    'una-siesta-muy-larga',
    '123456',
    'x'.repeat(43),
    'x'.repeat(73),
    's256',
    'plain',
    'google',
    'github',
    'totp',
    'webauthn',
    'signup',
    'recovery',
    'email_change',
    'magiclink',
    'sms',
    'service_role',
    'supabase_admin',
    'postgres',
    '24h',
    '-1ns',
    'none',
    '0',
    '1e9',
    '-1',
    '99999999999999999999',
    UUID,
    'empresa.example',
    'http://localhost/in',
    'https://evil.example',
    'javascript:alert(1)',
    '$2a$10$abcdefghijklmnopqrstuuKq1',
    '$argon2id$v=19$m=1,t=1,p=1$YWFhYWFhYWE$YWFhYWFhYWE',
    'eyJhbGciOiJub25lIn0.e30.',
    '\0',
    '\ud800',
    '%00',
    "' or 1=1 --",
  ),
  fc.string({ maxLength: 60 }),
  fc.string({ maxLength: 20, unit: 'binary' }),
  fc.emailAddress(),
)
const value = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, 0, -1, 1e300, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(field, text, { maxKeys: 4 }) },
)
const fields = fc.dictionary(field, value, { maxKeys: 6 })

/** Most bodies are JSON with our field names; the rest are forms, other JSON, deep nesting and plain bytes. */
export const authBody: fc.Arbitrary<{ type: string; body: string | Uint8Array<ArrayBuffer> }> = fc.oneof(
  { weight: 10, arbitrary: fields.map((sent) => ({ type: 'application/json', body: JSON.stringify(sent) })) },
  {
    weight: 3,
    arbitrary: fc.dictionary(field, text, { maxKeys: 5 }).map((sent) => ({
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams(sent).toString(),
    })),
  },
  { weight: 1, arbitrary: fc.json().map((body) => ({ type: 'application/json', body })) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 90, max: 1100 }).map((levels) => ({
      type: 'application/json',
      body: `{"data":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ maxLength: 200 })
      .map((bytes) => ({ type: 'application/json', body: new Uint8Array(bytes) })),
  },
)

/** Most queries have our own parameters; some have percent signs of every kind, right and wrong. */
export const authQuery: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...FIELDS), text), { maxLength: 6 })
      .map((pairs) => pairs.map(([name, sent]) => `${name}=${escaped(sent)}`).join('&')),
  },
  { weight: 2, arbitrary: fc.webQueryParameters() },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom('%', '%0', '%00', '%ff', '%zz', '&', '=', 'state', 'type', '+', ';', '#'), {
        maxLength: 12,
      })
      .map((pieces) => pieces.join('')),
  },
)

/** Surrogates are left out, because half of a pair can't be written into an address. */
function escaped(text_: string): string {
  return encodeURIComponent(text_.replace(/[\ud800-\udfff]/g, ''))
}
