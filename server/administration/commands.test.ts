import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Config, loadConfig } from '../settings/config.ts'
import { openMailbox, pageIn, pressedLinkIn } from '../testing/mailbox.ts'
import { startTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts'
import type { Accounts, Staff } from './accounts.ts'
import { ACCOUNT_COMMANDS } from './commands.ts'
import { openHostedAccounts } from './hosted-accounts.ts'
import { openOwnAccounts } from './own-accounts.ts'

// The same commands have to work on this server's own database and on a project that can only be reached through the
// admin API.

let folder: string
let db: TestDatabase
let hosted: TestServer
let settings: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nana-commands-'))
  db = await startTestDatabase()
  const { host, user, database } = db.connection
  settings = {
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`,
    SITE_URL: 'https://nana.example',
  }
  hosted = await startTestServer()
})
afterAll(async () => {
  await hosted.stop()
  await db.close()
  await rm(folder, { recursive: true })
})

const hostedProject = (serviceKey = hosted.serviceKey, url = hosted.url) =>
  openHostedAccounts({ url, serviceKey, siteUrl: 'https://nana.example', linksTo: 'https://nana.example' })
const places: [string, (config: Config) => Promise<Accounts>][] = [
  ['the server’s own database', openOwnAccounts],
  ['another project', () => Promise.resolve(hostedProject())],
]

describe.each(places)('the commands on %s', (_, open) => {
  const email = 'ana@example.com'
  let accounts: Accounts
  let config: Config

  beforeAll(async () => {
    config = loadConfig(settings)
    accounts = await open(config)
  })
  afterAll(() => accounts.close())

  async function run(
    name: string,
    options: { password?: string; trial?: number; full?: boolean; staff?: Staff | null } = {},
    address = email,
  ): Promise<string> {
    const request = { email: address, password: null, trial: null, full: false, staff: null, ...options }
    return (await ACCOUNT_COMMANDS[name]?.run(accounts, request, config)) ?? ''
  }

  it('create, list, change and delete an account', async () => {
    expect(await run('list-users')).toBe('No hay cuentas.')
    expect(await run('create-user')).toMatch(
      /^Cuenta creada: ana@example\.com\nContraseña: (\S+)\n\nMejor «invite»: [^\n]+\n\nPara enviar a la familia:\n[\s\S]*\nEntra en {4}https:\/\/nana\.example\nEmail {7}ana@example\.com\nContraseña {2}\1\n/,
    )
    await expect(run('create-user')).rejects.toMatchObject({ status: 422, code: 'email_exists' })
    await expect(run('invite')).rejects.toMatchObject({ status: 422, code: 'email_exists' })
    expect(await run('list-users')).toMatch(/^ana@example\.com {2}\d{4}-\d\d-\d\d {2}nunca {11}activa$/m)
    expect(await run('reset-password', { password: PASSWORD })).toBe('Contraseña cambiada: ana@example.com')
    expect(await run('disable-user')).toBe('Cuenta desactivada: ana@example.com')
    expect(await run('list-users')).toMatch(/ desactivada$/m)
    expect(await run('enable-user')).toBe('Cuenta activada: ana@example.com')
    expect(await run('delete-user')).toBe('Cuenta borrada con todos sus registros: ana@example.com')
    for (const name of ['reset-password', 'disable-user', 'enable-user', 'delete-user', 'extend', 'staff']) {
      await expect(run(name, { trial: 1 })).rejects.toThrow(
        'No hay ninguna cuenta con el email ana@example.com.',
      )
    }
  })

  it('begin a trial, prolong it, begin it again after its end, and make it an account like any other', async () => {
    const created = await run('create-user', { trial: 30, password: PASSWORD })
    expect(created).toMatch(/\nContraseña {2}la que hemos acordado\n/)
    expect(created).toMatch(/\nLa prueba dura hasta el \d+ de [a-z]+ de \d{4}\.\n/)
    expect(await daysLeft()).toBeCloseTo(30, 1)
    expect(await run('extend', { trial: 15 })).toMatch(/^De prueba hasta el \d+ de [a-z]+ de \d{4}: ana@/)
    expect(await daysLeft()).toBeCloseTo(45, 1)
    expect(await run('list-users')).toMatch(/ de prueba hasta el \d+ de [a-z]+ de \d{4}$/m)
    await endTrialNow()
    expect(await run('list-users')).toMatch(/ prueba terminada$/m)
    await run('extend', { trial: 7 })
    expect(await daysLeft()).toBeCloseTo(7, 1)
    expect(await run('extend', { full: true })).toBe('Ya no es una cuenta de prueba: ana@example.com')
    await expect(run('extend', { trial: 7 })).rejects.toThrow('ana@example.com no es una cuenta de prueba.')
    await run('delete-user')
  })

  it('show an invited account as invited, and keep its trial when it is invited again', async () => {
    expect(await run('invite', { trial: 7 })).toMatch(/De prueba hasta el \d+ de [a-z]+ de \d{4}\.$/)
    expect(await run('list-users')).toMatch(/ invitada$/m)
    expect(await daysLeft()).toBeCloseTo(7, 1)
    await run('invite')
    expect(await daysLeft()).toBeCloseTo(7, 1)
    await expect(run('reset-password')).rejects.toMatchObject({ status: 422, code: 'account_waiting' })
    await run('delete-user')
  })

  it('give somebody a role for the provider, list it, and take it away again', async () => {
    await run('create-user', { password: PASSWORD, trial: 30 })
    await run('create-user', { password: PASSWORD }, 'lea@example.com')
    expect(await run('list-users')).not.toContain('CONSULTORÍA')
    expect(await run('staff', { staff: { role: 'consultant', name: 'Marta' } })).toBe(
      'Acompaña a las familias que la dejan (Marta): ana@example.com\n' +
        'Para entrar en la consola (https://nana.example/consola) necesita el segundo factor: se activa allí mismo.',
    )
    expect(await metadata()).toMatchObject({ staff_role: 'consultant', staff_name: 'Marta' })
    const listed = await run('list-users')
    expect(listed).toMatch(/ {2}CONSULTORÍA$/m)
    expect(listed).toMatch(/^ana@example\.com .* {2}consultant \(Marta\)$/m)
    expect(listed).toMatch(/^lea@example\.com .* activa$/m)
    expect(await run('staff', { staff: { role: 'admin', name: 'Eva' } })).toMatch(/lleva las cuentas \(Eva\)/)
    expect(await metadata()).toMatchObject({ staff_role: 'admin', staff_name: 'Eva' })
    expect(await run('staff')).toBe('Ya no trabaja para la consultoría: ana@example.com')
    expect(Object.keys(await metadata())).not.toContain('staff_role')
    expect(await metadata()).toMatchObject({ trial_ends_at: expect.any(String) })
    expect(Object.keys(await metadata())).not.toContain('staff_name')
    expect(await run('list-users')).not.toContain('CONSULTORÍA')
    await run('delete-user')
    await run('delete-user', {}, 'lea@example.com')
  })

  async function metadata(): Promise<Record<string, unknown>> {
    const found = await Promise.all(
      [db, hosted].map(({ pool }) =>
        pool.query('select raw_app_meta_data as data from auth.users where email = $1', [email]),
      ),
    )
    return found.flatMap(({ rows }) => rows)[0]?.data
  }

  async function daysLeft(): Promise<number> {
    const [line] = await accounts.list()
    return (Date.parse(line?.trial_ends_at ?? '') - Date.now()) / 86_400_000
  }

  async function endTrialNow(): Promise<void> {
    for (const { pool } of [db, hosted]) {
      await pool.query(
        `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"trial_ends_at":"2025-01-01T00:00:00Z"}'
          where email = $1`,
        [email],
      )
    }
  }
})

describe('a password by the server’s own database', () => {
  const email = () => `${randomUUID()}@example.com`
  const reset = async (more: Record<string, string>, address: string) => {
    const accounts = await openOwnAccounts(loadConfig({ ...settings, ...more }))
    await accounts.create({ email: address, password: PASSWORD, trialDays: null })
    expect(await accounts.resetPassword(address, 'otra-siesta-larga')).toBe(true)
    await accounts.close()
  }

  it('is mailed to its owner', async () => {
    const [mails, owner] = [join(folder, 'password-mails'), email()]
    await reset({ MAIL_DIR: mails }, owner)
    const mail = await openMailbox(mails).newestTo(owner)
    expect(mail.subject).toBe('Tu contraseña ha cambiado')
    expect(mail.text).not.toContain('otra-siesta-larga')
    expect(pressedLinkIn(mail).href).toMatch('https://nana.example/#token_hash=')
  })

  it('is set also where no mail leaves', () => reset({ SMTP_URL: 'smtp://127.0.0.1:1' }, email()))
})

describe('an invitation by the server’s own database', () => {
  const invite = async (more: Record<string, string>, address: string) => {
    const config = loadConfig({ ...settings, ...more })
    const accounts = await openOwnAccounts(config)
    const request = { email: address, password: null, trial: null, full: false, staff: null }
    try {
      return await ACCOUNT_COMMANDS.invite?.run(accounts, request, config)
    } finally {
      await accounts.close()
    }
  }

  it('is written to MAIL_DIR, and leads to the app’s own page', async () => {
    const mails = join(folder, 'mails')
    expect(await invite({ MAIL_DIR: mails }, 'lea@example.com')).toBe(
      `Invitación para lea@example.com escrita en ${mails}.`,
    )
    const mail = await openMailbox(mails).newestTo('lea@example.com')
    expect(pressedLinkIn(mail).href).toMatch('https://nana.example/#token_hash=')
    expect(pageIn(mail)).toMatchObject({ type: 'invite', email: 'lea@example.com' })
  })

  it('is printed for whoever typed the command when there is no mail server', async () => {
    const text = await invite({}, 'eva@example.com')
    expect(text).toContain('Envíaselo tú:\n\nTu cuenta de Nana\n\n')
    expect(text).toMatch(
      /\nhttps:\/\/nana\.example\/#token_hash=[0-9a-f]{56}&type=invite&email=eva%40example\.com\n/,
    )
  })

  it('that can’t be sent leaves no account behind', async () => {
    await expect(invite({ SMTP_URL: 'smtp://127.0.0.1:9' }, 'roto@example.com')).rejects.toThrow(
      'No se ha podido enviar el email, y no se ha creado la cuenta: ',
    )
    const { rows } = await db.pool.query(`select from auth.users where email = 'roto@example.com'`)
    expect(rows).toEqual([])
  })
})

describe('another project', () => {
  it('is named when it refuses the key or can’t be reached', async () => {
    await expect(hostedProject('x').list()).rejects.toThrow(
      `${hosted.url} no acepta SUPABASE_SERVICE_KEY: debe ser la clave secreta (service_role).`,
    )
    await expect(hostedProject(hosted.anonKey).list()).rejects.toThrow('no acepta SUPABASE_SERVICE_KEY')
    await expect(hostedProject('x', 'http://127.0.0.1:9').list()).rejects.toThrow(
      'No se puede llegar a http://127.0.0.1:9: ',
    )
  })

  it('is not followed to another address, which would get the key', async () => {
    const asked: string[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(307, { Location: '/somewhere-else' }).end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const { port } = elsewhere.address() as AddressInfo // It listens on a port.
    try {
      await expect(hostedProject('x', `http://127.0.0.1:${port}`).list()).rejects.toThrow(
        'No se puede llegar',
      )
      expect(asked).toHaveLength(1)
    } finally {
      elsewhere.close()
    }
  })

  it.each([1, 2])(
    'that is lost after %i calls of an invitation has no account without its trial',
    async (calls) => {
      const email = `${randomUUID()}@example.com`
      const { fetch } = globalThis
      let left = calls
      vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
        left -= 1
        return left < 0 ? Promise.reject(new TypeError('fetch failed')) : fetch(...request)
      })
      onTestFinished(() => void vi.unstubAllGlobals())
      const invite = () => hostedProject().invite({ email, trialDays: 30 })
      await expect(invite()).rejects.toThrow('No se puede llegar')
      vi.unstubAllGlobals()
      const trials = async () =>
        (await hostedProject().list())
          .filter((line) => line.email === email)
          .map((line) => line.trial_ends_at)
      expect(await trials()).not.toContain(null)
      expect(await invite()).toEqual({ kind: 'sent' })
      expect(await trials()).toEqual([expect.any(String)])
      await hostedProject().delete(email)
    },
  )

  it('is searched to its last account when there are more than one page holds', async () => {
    await hosted.pool.query(
      `insert into auth.users (email, created_at)
       select 'n' || n || '@example.com', now() - n * interval '1 hour' from generate_series(1, 1001) n`,
    )
    expect(await hostedProject().list()).toHaveLength(1001)
    expect(await hostedProject().disable('n1001@example.com')).toBe(true)
    expect((await hostedProject().list())[0]).toMatchObject({ email: 'n1001@example.com', disabled: true })
  })
})

it('without SITE_URL a project’s own address is in its invitations, and not this machine’s', async () => {
  const { url, serviceKey } = hosted
  const asked = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => asked.mockRestore())
  const accounts = openHostedAccounts({ url, serviceKey, siteUrl: 'http://127.0.0.1:8000', linksTo: null })
  await accounts.invite({ email: 'invited@example.com', trialDays: null })
  expect(asked.mock.calls.map(([address]) => address)).toEqual([`${url}/auth/v1/invite`])
  expect((await accounts.list()).map(({ email }) => email)).toContain('invited@example.com')
})
