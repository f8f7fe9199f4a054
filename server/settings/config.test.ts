import { describe, expect, it } from 'vitest'
import { addressOf, loadConfig } from './config.ts'
import { ConfigError } from './environment.ts'

describe('without settings, the configuration', () => {
  it('has a default for each setting', () => {
    expect(loadConfig({})).toMatchObject({
      port: 8000,
      host: '127.0.0.1',
      databaseUrl: null,
      databaseDirectUrl: null,
      databaseReplicaUrl: null,
      processes: 1,
      fixedNow: null,
      siteUrl: 'http://127.0.0.1:8000',
      admin: null,
      metrics: null,
      drainSeconds: 0,
      jwtSecret: null,
      hosted: null,
      trustedIpHeader: null,
      trustedProxies: null,
      mail: {
        smtpUrl: null,
        requireTls: false,
        dir: null,
        mayPrint: true,
        from: { name: 'Nana', address: 'soporte@bsc.example' },
        intervalSeconds: 60,
        perHour: 30,
      },
      auth: {
        signup: false,
        minPasswordLength: 8,
        jwtExpirySeconds: 3600,
        reuseIntervalSeconds: 10,
        rateLimits: true,
        apiKeyCheck: true,
        emailConfirmation: false,
        redirectAllow: [],
        otpExpirySeconds: 3600,
        inviteExpirySeconds: 604_800,
        currentPassword: false,
      },
      brand: { product: 'Nana', provider: 'BSC' },
      dataExpected: null,
      copies: { dir: null, at: { hour: 4, minute: 0 }, keep: 14 },
    })
  })

  it('keeps its data in a folder that the embedded database can use', () => {
    const expected = process.getuid?.() === 0 ? '/var/lib/nana' : `${process.cwd()}/data`
    expect(loadConfig({ DATA_DIR: '  ' }).dataDir).toBe(expected)
  })
})

describe('a setting', () => {
  it('of the server is read', () => {
    const config = loadConfig({
      PORT: '8123',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/nana',
      FIXED_NOW: '2025-08-11T16:20',
      SITE_URL: 'https://nana.example/',
      TRUSTED_IP_HEADER: 'CF-Connecting-IP',
      AUTH_SIGNUP: 'ON',
      AUTH_RATE_LIMITS: 'off',
    })
    expect(config).toMatchObject({
      port: 8123,
      host: '0.0.0.0',
      dataDir: '/srv/nana',
      fixedNow: '2025-08-11T16:20',
      siteUrl: 'https://nana.example',
      trustedIpHeader: 'cf-connecting-ip',
      auth: { signup: true, rateLimits: false },
    })
  })

  it('of a port of its own is read, which is this machine’s alone unless it is set', () => {
    expect(loadConfig({ ADMIN_PORT: '9000', METRICS_PORT: '9100' })).toMatchObject({
      admin: { host: '127.0.0.1', port: 9000 },
      metrics: { host: '127.0.0.1', port: 9100 },
    })
    const { metrics } = loadConfig({ METRICS_PORT: '0', METRICS_HOST: '10.0.0.5' })
    expect(metrics).toEqual({ host: '10.0.0.5', port: 0 })
  })

  it('for mails and links is read', () => {
    const { mail, auth } = loadConfig({
      SMTP_URL: 'smtps://ana:clave@correo.example:465',
      MAIL_DIR: '/srv/mails',
      MAIL_FROM: 'Ana Pérez <ana@correo.example>',
      AUTH_REDIRECT_ALLOW: ' https://a.example/**, nana://{in,out} ,',
      AUTH_MAIL_INTERVAL: '0',
    })
    expect(mail).toMatchObject({
      smtpUrl: 'smtps://ana:clave@correo.example:465',
      dir: '/srv/mails',
      from: { name: 'Ana Pérez', address: 'ana@correo.example' },
      intervalSeconds: 0,
    })
    expect(auth.redirectAllow).toEqual(['https://a.example/**', 'nana://{in,out}'])
  })

  it('for copies is read', () => {
    const env = { DATA_DIR: '/srv/nana', BACKUP_DIR: 'copies', BACKUP_AT: '23:05', BACKUP_KEEP: '30' }
    expect(loadConfig({ ...env, DATA_EXPECTED: 'on' })).toMatchObject({
      dataExpected: true,
      copies: { dir: `${process.cwd()}/copies`, at: { hour: 23, minute: 5 }, keep: 30 },
    })
    expect(loadConfig({ ...env, BACKUP_DIR: '/srv/nana-copies', DATA_EXPECTED: 'off' })).toMatchObject({
      dataExpected: false,
      copies: { dir: '/srv/nana-copies' },
    })
  })

  it('of a provider that are all empty, as a container’s may be, are none', () => {
    const env = { AUTH_OIDC_CLINICA_SCOPES: '', AUTH_OIDC_CLINICA_SECRET: ' ', AUTH_SAML_CLINICA_CERT: '' }
    const { oidc, saml } = loadConfig(env).auth
    expect([[...oidc], saml]).toEqual([[], []])
  })

  it('of another project is read', () => {
    const env = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'key' }
    expect(loadConfig(env).hosted).toEqual({ url: 'https://x.supabase.co', anonKey: 'key' })
  })

  it.each([
    [{ PORT: '80000' }, 'PORT=80000 no vale'],
    [{ PORT: '8e3' }, 'PORT=8e3 no vale'],
    [{ PORT: '-1' }, 'PORT=-1 no vale'],
    [{ FIXED_NOW: '2025-02-30' }, 'FIXED_NOW=2025-02-30 no vale'],
    [{ FIXED_NOW: 'hoy' }, 'FIXED_NOW=hoy no vale'],
    [{ SITE_URL: 'nana.example' }, 'SITE_URL=nana.example no vale'],
    [{ SITE_URL: 'javascript:alert(1)' }, 'SITE_URL=javascript:alert(1) no vale'],
    [{ SITE_URL: 'https://ana:secret@nana.example' }, 'SITE_URL='],
    [{ PORT: '8000', ADMIN_PORT: '8000' }, 'ADMIN_PORT=8000 no vale'],
    [{ ADMIN_PORT: 'x' }, 'ADMIN_PORT=x no vale'],
    [{ METRICS_PORT: '8000' }, 'METRICS_PORT=8000 no vale: ya es PORT.'],
    [{ ADMIN_PORT: '9000', METRICS_PORT: '9000' }, 'METRICS_PORT=9000 no vale: ya es ADMIN_PORT.'],
    [{ DRAIN_SECONDS: '301' }, 'DRAIN_SECONDS=301 no vale'],
    [{ FACTOR_KEY: 'short' }, 'FACTOR_KEY no vale'],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET no vale'],
    [{ SERVICE_KEY: 'sb_secret_short' }, 'SERVICE_KEY no vale: debe tener al menos 32 caracteres.'],
    [{ AUTH_SIGNUP: 'yes' }, 'AUTH_SIGNUP=yes no vale'],
    [{ AUTH_FAMILY_INVITES: 'yes' }, 'AUTH_FAMILY_INVITES=yes no vale'],
    [{ AUTH_MIN_PASSWORD: '5' }, 'AUTH_MIN_PASSWORD=5 no vale'],
    [{ TRUSTED_IP_HEADER: 'X Real IP' }, 'TRUSTED_IP_HEADER=X Real IP no vale'],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, 'TRUSTED_PROXIES no vale sin TRUSTED_IP_HEADER'],
    ...['proxy.example', '10.0.0.0/33', '10.0.0.0/x', '0.0.0.0/0', '10.0.0.1,', '::1/64/1'].map(
      (TRUSTED_PROXIES): [Record<string, string>, string] => [
        { TRUSTED_IP_HEADER: 'X-Real-IP', TRUSTED_PROXIES },
        'no es una dirección ni una red',
      ],
    ),
    [{ SUPABASE_URL: 'https://x.supabase.co' }, 'van juntas'],
    [{ SMTP_URL: 'correo.example' }, 'SMTP_URL no vale'],
    [{ MAIL_FROM: 'Ana\r\nBcc: x@y.z' }, 'MAIL_FROM'],
    [{ MAIL_FROM: 'Ana' }, 'MAIL_FROM=Ana no vale'],
    [{ AUTH_REDIRECT_ALLOW: 'https://x/[z-a]' }, 'AUTH_REDIRECT_ALLOW no vale: «https://x/[z-a]»'],
    [{ AUTH_MAIL_INTERVAL: 'x' }, 'AUTH_MAIL_INTERVAL=x no vale'],
    [{ SUPABASE_ANON_KEY: 'key' }, 'van juntas'],
    [{ ADMIN_HOST: '10.0.0.5' }, 'ADMIN_HOST no vale sin ADMIN_PORT'],
    [{ METRICS_HOST: '10.0.0.5' }, 'METRICS_HOST no vale sin METRICS_PORT'],
    [{ AUTH_SAML_CLINICA_SSO_URL: 'https://idp.example/login' }, 'AUTH_SAML_CLINICA_CERT van juntas'],
    [{ AUTH_SAML_CLINICA_ENABLED: 'off' }, 'AUTH_SAML_CLINICA_ENTITY_ID'],
    [{ AUTH_OIDC_GOOGLE_SCOPES: 'openid' }, 'no vale sin AUTH_OIDC_GOOGLE_CLIENT_ID.'],
    [
      { AUTH_OIDC_CLINICA_SCOPES: 'openid' },
      'no vale sin AUTH_OIDC_CLINICA_CLIENT_ID y AUTH_OIDC_CLINICA_ISSUER.',
    ],
    [{ AUTH_OIDC_CLINICA_CLIENT_ID: 'nana' }, 'no vale sin AUTH_OIDC_CLINICA_ISSUER.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL no vale'],
    [{ DATABASE_URL: 'postgres://ana:se creto@:x/nana' }, 'DATABASE_URL no vale'],
    [{ DATABASE_URL: 'postgres://ana:secreto@db.example/nana' }, 'sin cifrar'],
    [{ DATABASE_URL: 'postgres://ana:secreto@10.0.0.2/nana?sslmode=disable' }, 'sin cifrar'],
    [
      { DATABASE_URL: 'postgres://ana:secreto@10.0.0.2/nana?sslmode=no-verify' },
      'sin comprobar quién contesta',
    ],
    [{ DATABASE_URL: 'postgres://ana:secreto@localhost/nana?host=db.example' }, 'sin cifrar'],
    [{ WEB_CONCURRENCY: '0' }, 'WEB_CONCURRENCY=0 no vale: debe ser un número entero entre 1 y 64'],
    [{ DATABASE_INSECURE: 'yes' }, 'DATABASE_INSECURE=yes no vale'],
    [{ BACKUP_DIR: '/srv/copies', BACKUP_AT: '24:00' }, 'BACKUP_AT=24:00 no vale'],
    [{ BACKUP_DIR: '/srv/copies', BACKUP_AT: '4:00' }, 'BACKUP_AT=4:00 no vale'],
    [{ BACKUP_DIR: '/srv/copies', BACKUP_KEEP: '0' }, 'BACKUP_KEEP=0 no vale'],
    [{ BACKUP_AT: '04:00' }, 'BACKUP_AT no vale sin BACKUP_DIR'],
    [{ BACKUP_KEEP: '7' }, 'BACKUP_KEEP no vale sin BACKUP_DIR'],
    [{ BACKUP_DIR: '/dev/null' }, 'BACKUP_DIR=/dev/null no vale: no es una carpeta'],
    [
      { DATA_DIR: '/srv/nana', BACKUP_DIR: '/srv/nana' },
      'BACKUP_DIR=/srv/nana no vale: está dentro de DATA_DIR',
    ],
    [{ DATA_DIR: '/srv/nana', BACKUP_DIR: '/srv/nana/copies' }, 'está dentro de DATA_DIR'],
    [
      { BACKUP_DIR: '/srv/copies', SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'key' },
      'BACKUP_DIR no vale con SUPABASE_URL',
    ],
    [{ DATA_EXPECTED: 'yes' }, 'DATA_EXPECTED=yes no vale'],
    [{ DATABASE_DIRECT_URL: 'postgres://ana@localhost/nana' }, 'DATABASE_DIRECT_URL necesita DATABASE_URL'],
    [{ DATABASE_REPLICA_URL: 'postgres://ana@localhost/nana' }, 'DATABASE_REPLICA_URL necesita DATABASE_URL'],
    [
      { DATABASE_URL: 'postgres://localhost/x', DATABASE_DIRECT_URL: 'postgres://db.example/x' },
      'DATABASE_DIRECT_URL llevaría la clave',
    ],
  ])('such as %j is refused with its name', (env, message) => {
    expect(() => loadConfig(env)).toThrow(ConfigError)
    expect(() => loadConfig(env)).toThrow(message)
  })

  it.each([
    { DATABASE_URL: 'postgres://ana:secreto@db.example/nana?sslmode=verify-full' },
    { DATABASE_URL: 'postgres://ana:secreto@db.example/nana?ssl=true' },
    { DATABASE_URL: 'postgres://ana:secreto@db.example/nana', DATABASE_INSECURE: 'on' },
    { DATABASE_URL: 'postgres://ana:secreto@127.0.0.1:5433/nana' },
    { DATABASE_URL: 'postgres://ana:secreto@[::1]/nana' },
    { DATABASE_URL: 'postgres://ana@localhost/nana?host=/run/postgresql' },
  ])('lets the database be reached where nobody listens, or where that is said: %j', (env) => {
    expect(loadConfig(env).databaseUrl).toBe(env.DATABASE_URL)
  })

  it.each([
    [{ SMTP_URL: 'smtp://ana:clave@correo.example:587' }, true],
    [{ SMTP_URL: 'smtps://ana:clave@correo.example' }, true],
    [{ SMTP_URL: 'smtp://correo.example', SMTP_INSECURE: 'on' }, false],
    [{ SMTP_URL: 'smtp://localhost' }, false],
  ])('has mails encrypted on their way to another machine: %j', (env, requireTls) => {
    expect(loadConfig(env).mail.requireTls).toBe(requireTls)
  })

  it('that holds a secret is not repeated when it is refused', () => {
    expect(() => loadConfig({ DATABASE_URL: 'mysql://ana:secreto@x' })).not.toThrow('secreto')
    expect(() => loadConfig({ DATABASE_URL: 'postgres://ana:secreto@x/y' })).not.toThrow('secreto')
    expect(() => loadConfig({ JWT_SECRET: 'secreto' })).not.toThrow('secreto')
    expect(() => loadConfig({ SERVICE_KEY: 'secreto' })).not.toThrow('secreto')
  })
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:80'],
  ['0.0.0.0', 'http://localhost:80'],
  ['::', 'http://localhost:80'],
  ['::1', 'http://[::1]:80'],
  ['nana.local', 'http://nana.local:80'],
])('a server on host %s has the address %s', (host, address) => {
  expect(addressOf(host, 80)).toBe(address)
})
