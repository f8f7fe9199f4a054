import { describe, expect, it } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { type Facts, judgeDeployment } from './judge.ts'

const GIGABYTE = 1024 ** 3
const WELL: Facts = {
  isTerminal: false,
  staysRoot: null,
  isNobody: false,
  disk: { freeBytes: 50 * GIGABYTE, totalBytes: 100 * GIGABYTE },
}
const SOUND = {
  SITE_URL: 'https://nana.example',
  TRUSTED_IP_HEADER: 'X-Real-IP',
  SMTP_URL: 'smtps://ana:clave@correo.example',
}
const privacy = { name: 'Sueños, S. L.', email: 'privacidad@suenos.example', version: '2025-11-23' }

/** The findings about a server with these settings, where everything else is as it should be. */
function findings(settings: Record<string, string>, facts: Partial<Facts> = {}, named = true): string[] {
  const config = loadConfig(settings)
  const brand = named ? { ...config.brand, privacy } : config.brand
  return judgeDeployment({ ...config, brand }, { ...WELL, ...facts })
}

describe('a server that families use', () => {
  it('hears nothing where all is well', () => {
    expect(findings(SOUND)).toEqual([])
  })

  it.each<[string, Record<string, string>, Partial<Facts>, RegExp]>([
    ['is still root', {}, { staysRoot: 'El servidor sigue como root: …' }, /^El servidor sigue como root/],
    ['is a user that others are, too', {}, { isNobody: true }, /«nobody».*useradd --system nana/],
    ['is reached by http', { SITE_URL: 'http://nana.example' }, {}, /SITE_URL=http:.*sin cifrar.*https/],
    ['is reached by http at home', { SITE_URL: 'http://192.168.1.9:8000' }, {}, /sin cifrar.*https/],
    [
      'doesn’t know whose address is whose',
      { TRUSTED_IP_HEADER: '' },
      {},
      /llega por un proxy. TRUSTED_IP_HEADER/,
    ],
    [
      'speaks plainly to its database',
      { DATABASE_URL: 'postgres://ana:secreto@db.example/nana', DATABASE_INSECURE: 'on' },
      {},
      /DATABASE_INSECURE=on.*verify-full/,
    ],
    [
      'speaks plainly to its database by another way alone',
      {
        DATABASE_URL: 'postgres://ana:secreto@localhost/nana',
        DATABASE_DIRECT_URL: 'postgres://ana:secreto@db.example/nana',
        DATABASE_INSECURE: 'on',
      },
      {},
      /DATABASE_INSECURE=on.*verify-full/,
    ],
    [
      'speaks plainly to a copy of its database',
      {
        DATABASE_URL: 'postgres://ana:secreto@localhost/nana',
        DATABASE_REPLICA_URL: 'postgres://ana:secreto@db.example/nana',
        DATABASE_INSECURE: 'on',
      },
      {},
      /DATABASE_INSECURE=on.*verify-full/,
    ],
    [
      'may speak plainly to its mail server',
      { SMTP_URL: 'smtp://ana:secreto@correo.example', SMTP_INSECURE: 'on' },
      {},
      /SMTP_INSECURE=on.*smtps:/,
    ],
    ['sends no mails, and keeps them in a log', { SMTP_URL: '' }, {}, /SMTP_URL.*registro.*MAIL_PRINT=off/],
    [
      'comes by a provider to addresses that nobody has proved',
      { AUTH_OIDC_GOOGLE_CLIENT_ID: 'x' },
      {},
      /AUTH_EMAIL_CONFIRMATION=on/,
    ],
    [
      'has a disk with little room',
      {},
      { disk: { freeBytes: 7.5 * GIGABYTE, totalBytes: 100 * GIGABYTE } },
      /queda libre el 7 % \(7,5 GB\)/,
    ],
  ])('and that %s hears of it, in one line and without a secret', (_, settings, facts, said) => {
    const found = findings({ ...SOUND, ...settings }, facts)
    expect(found).toEqual([expect.stringMatching(said)])
    expect(found[0]).not.toMatch(/\n|secreto/)
  })

  it('hears that nobody answers for the data', () => {
    expect(findings(SOUND, {}, false)).toEqual([expect.stringMatching(/no se pide consentimiento a nadie/)])
  })

  it.each<[string, Record<string, string>, Partial<Facts>]>([
    ['goes to a terminal', {}, { isTerminal: true }],
    ['is refused', { MAIL_PRINT: 'off' }, {}],
  ])('is not told of a log where a mail %s', (_, settings, facts) => {
    const [said, ...others] = findings({ ...SOUND, SMTP_URL: '', ...settings }, facts)
    expect(others).toEqual([])
    expect(said).toMatch(/SMTP_URL/)
    expect(said).not.toMatch(/registro/)
  })

  it.each<[string, Record<string, string>, Partial<Facts>]>([
    ['mails are files', { SMTP_URL: '', MAIL_DIR: '/mails' }, {}],
    [
      'nobody without an address can come in',
      { AUTH_OIDC_GOOGLE_CLIENT_ID: 'x', AUTH_FAMILY_INVITES: 'off' },
      {},
    ],
    [
      'addresses are proved',
      { AUTH_OIDC_GOOGLE_CLIENT_ID: 'x', AUTH_SIGNUP: 'on', AUTH_EMAIL_CONFIRMATION: 'on' },
      {},
    ],
    [
      'the database’s way is encrypted',
      { DATABASE_URL: 'postgres://a:b@db.example/nana?sslmode=verify-full' },
      {},
    ],
    ['mails go to this machine', { SMTP_URL: 'smtp://localhost:25' }, {}],
    ['the disk can’t be asked', {}, { disk: null }],
    [
      'the accounts are another project’s',
      {
        SUPABASE_URL: 'https://x.supabase.co',
        SUPABASE_ANON_KEY: 'key',
        SMTP_URL: '',
        DATABASE_URL: 'postgres://a:b@db.example/nana',
        DATABASE_INSECURE: 'on',
      },
      { disk: { freeBytes: 1, totalBytes: 100 } },
    ],
  ])('hears nothing of it where %s', (_, settings, facts) => {
    expect(findings({ ...SOUND, ...settings }, facts)).toEqual([])
  })
})

describe('a server on somebody’s own machine', () => {
  const worst: Partial<Facts> = {
    staysRoot: 'El servidor sigue como root: …',
    isNobody: true,
    disk: { freeBytes: 1, totalBytes: 100 },
  }

  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '0.0.0.0', SITE_URL: 'http://localhost:8000' },
    { SITE_URL: 'http://nana.localhost:8000' },
  ])('is left alone: %j', (settings) => {
    expect(findings(settings, worst, false)).toEqual([])
  })

  it('is not that of one person where others can come in', () => {
    expect(findings({ HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^Con HOST=0\.0\.0\.0 .*sin cifrar/),
    ])
  })

  it('hears of what was set by hand', () => {
    const set = { DATABASE_URL: 'postgres://ana@db.example/nana', DATABASE_INSECURE: 'on' }
    expect(findings(set)).toEqual([expect.stringMatching(/^DATABASE_INSECURE=on/)])
  })
})
