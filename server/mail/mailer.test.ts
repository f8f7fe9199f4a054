import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer } from '../../supabase/tests/test-server.ts'
import { loadConfig } from '../config.ts'
import { writeMail } from './letters.ts'
import { createMailer } from './mailer.ts'
import { createPostOffice } from './post-office.ts'

const { brand } = loadConfig({})
const base = { smtpUrl: null, dir: null, from: 'Nana <nana@example.com>', intervalSeconds: 60, perHour: 30 }
const link = 'https://nana.example/auth/v1/verify?token=1&type=recovery'
const mail = writeMail(
  { kind: 'recovery', link, code: '012345', lifeSeconds: 3600 },
  'ana@example.com',
  brand,
)

interface Received {
  from: string
  to: string[]
  headers: string
  body: string
}

let sink: SMTPServer
let received: Received[]
let port: number

beforeEach(async () => {
  received = []
  sink = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth({ username, password }, _, done) {
      if (username === 'ana' && password === 'clave') done(null, { user: 'ana' })
      else done(new Error('wrong password'))
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const [headers = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
        const { mailFrom, rcptTo } = envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          headers,
          body: quotedPrintable(rest.join('\n\n')),
        })
        done()
      })
    },
  })
  const server = sink.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port // listens on a port, not on a pipe
})
afterEach(() => new Promise<void>((resolve) => sink.close(resolve)))

describe('SMTP_URL', () => {
  it('hands the mail over, as text and as HTML', async () => {
    const mailer = createMailer({ ...base, smtpUrl: `smtp://ana:clave@127.0.0.1:${port}` })
    await mailer.send(mail)
    mailer.close()
    expect(received).toHaveLength(1)
    const [message] = received
    expect(message).toMatchObject({ from: 'nana@example.com', to: ['ana@example.com'] })
    expect(message?.headers).toContain('From: Nana <nana@example.com>')
    expect(message?.headers).toContain('Auto-Submitted: auto-generated')
    expect(message?.headers).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(message?.body).toContain('text/plain')
    expect(message?.body).toContain('text/html')
    expect(message?.body).toContain('contraseña nueva')
    expect(message?.body).toContain(link)
    expect(message?.body).toContain('012345')
  })

  it('says so when it is refused', async () => {
    const mailer = createMailer({ ...base, smtpUrl: `smtp://ana:wrong@127.0.0.1:${port}` })
    await expect(mailer.send(mail)).rejects.toThrow('wrong password')
    mailer.close()
  })

  it('carries what a call asks for', async () => {
    const server = await startTestServer({ SMTP_URL: `smtp://ana:clave@127.0.0.1:${port}` })
    const { email } = await server.createAccount()
    await server.ask('/auth/v1/recover', { method: 'POST', body: { email } })
    await vi.waitUntil(() => received.length === 1, { timeout: 20_000 })
    expect(received[0]?.to).toEqual([email])
    const [, address] =
      /(http:\/\/127\.0\.0\.1:\d+\/auth\/v1\/verify\?\S+)/.exec(received[0]?.body ?? '') ?? []
    const followed = await fetch(address ?? '', { redirect: 'manual' })
    expect(followed.headers.get('location')).toContain('type=recovery')
    await server.stop()
  })

  it('sends what was promised before the server ends', async () => {
    const server = await startTestServer({ SMTP_URL: `smtp://ana:clave@127.0.0.1:${port}` })
    const { email } = await server.createAccount()
    await server.ask('/auth/v1/recover', { method: 'POST', body: { email } })
    await server.stop()
    expect(received.map(({ to }) => to)).toEqual([[email]])
  })
})

describe('MAIL_DIR', () => {
  it('keeps one file a mail, whole and in order, for its owner alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nana-mails-'))
    const mailer = createMailer({ ...base, dir: join(folder, 'new', 'mails') })
    for (const to of ['a@example.com', 'b@example.com']) await mailer.send({ ...mail, to })
    const names = (await readdir(join(folder, 'new', 'mails'))).toSorted()
    const kept = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(folder, 'new', 'mails', name), 'utf8'))),
    )
    expect(kept).toEqual([
      { ...mail, to: 'a@example.com' },
      { ...mail, to: 'b@example.com' },
    ])
    expect((await stat(join(folder, 'new', 'mails', names[0] ?? ''))).mode & 0o777).toBe(0o600)
    await rm(folder, { recursive: true })
  })
})

describe('without either', () => {
  it('a mail is printed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await createMailer(base).send(mail)
    const printed = String(log.mock.calls[0]?.[0])
    log.mockRestore()
    expect(printed).toContain('ana@example.com')
    expect(printed).toContain(link)
  })
})

describe('the post office', () => {
  it('goes on after an errand that failed, and tells it', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const done: string[] = []
    const office = createPostOffice({
      send: async ({ to }) => {
        if (to === 'broken') throw new Error('no such mailbox')
        done.push(to)
      },
      close: () => done.push('closed'),
    })
    office.later(() => Promise.reject(new Error('no database')))
    office.later(async () => office.post({ ...mail, to: 'broken' }))
    office.later(async () => office.post({ ...mail, to: 'ana' }))
    await office.close()
    expect(done).toEqual(['ana', 'closed'])
    expect(told.mock.calls.map(([, error]) => String(error))).toEqual([
      'Error: no database',
      'Error: no such mailbox',
    ])
    told.mockRestore()
  })
})

describe('letters', () => {
  it('take in no foreign markup', () => {
    const drawn = writeMail(
      { kind: 'email_change_current', link, code: '1', lifeSeconds: 60, newEmail: '<b>"x"@evil.example' },
      'ana@example.com',
      brand,
    )
    expect(drawn.html).not.toContain('<b>')
    expect(drawn.html).toContain('&lt;b&gt;&quot;x&quot;@evil.example')
    expect(drawn.html).toContain('type=recovery'.replace('&', '&amp;'))
    expect(drawn.html).toContain('token=1&amp;type=recovery')
  })

  it.each([
    [60, '1 minuto'],
    [5400, '90 minutos'],
    [3600, '1 hora'],
    [7200, '2 horas'],
    [86_400, '1 día'],
    [604_800, '7 días'],
  ])('say how long %i s are', (lifeSeconds, words) => {
    const drawn = writeMail({ kind: 'reauthentication', code: '1', lifeSeconds }, 'a@b.co', brand)
    expect(drawn.text).toContain(`Vale ${words} y solo una vez.`)
  })
})

function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
