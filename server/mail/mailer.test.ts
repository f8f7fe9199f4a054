import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadConfig } from '../settings/config.ts'
import { startTestServer } from '../testing/test-server.ts'
import { writeMail } from './letters.ts'
import { createMailer } from './mailer.ts'
import { createPostOffice } from './post-office.ts'

const { brand } = loadConfig({})
const base = {
  smtpUrl: null,
  requireTls: false,
  dir: null,
  mayPrint: true,
  from: { name: 'Nana', address: 'nana@example.com' },
  intervalSeconds: 60,
  perHour: 30,
}
const link = 'https://nana.example/#token_hash=1&type=recovery'
const mail = writeMail(
  { kind: 'recovery', link, code: '012345', lifeSeconds: 3600, app: 'nana.example', isFirst: false },
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
  // The address is an object, because the sink listens on a port and not on a pipe.
  port = (server.address() as AddressInfo).port
})
afterEach(() => new Promise<void>((resolve) => sink.close(resolve)))

describe('with SMTP_URL, a mail', () => {
  it('is handed over to the mail server, as text and as HTML', async () => {
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

  it('comes from one sender, whatever signs are in the name of the product', async () => {
    const from = { name: 'BSC: Nana, sueño; y «más»', address: 'nana@example.com' }
    const mailer = createMailer({ ...base, from, smtpUrl: `smtp://ana:clave@127.0.0.1:${port}` })
    await mailer.send(mail)
    mailer.close()
    expect(received[0]?.from).toBe('nana@example.com')
    expect(received[0]?.headers).toMatch(/^From: (?:=\?UTF-8\?\S+\?=\s+)+<nana@example\.com>$/m)
  })

  it('fails with the mail server’s words when it is refused', async () => {
    const mailer = createMailer({ ...base, smtpUrl: `smtp://ana:wrong@127.0.0.1:${port}` })
    await expect(mailer.send(mail)).rejects.toThrow('wrong password')
    mailer.close()
  })

  it('that is refused is logged without its address, however the mail server writes it', async () => {
    const refusing = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onRcptTo: ({ address }, _, done) =>
        done(new Error(`<${address}>: ${address} is unknown, "a b"@example.com too`)),
    })
    const listening = refusing.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port: refusingPort } = listening.address() as AddressInfo
    const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => printed.mockRestore())
    const office = createPostOffice(createMailer({ ...base, smtpUrl: `smtp://127.0.0.1:${refusingPort}` }))
    office.post(mail)
    await vi.waitUntil(() => printed.mock.calls.length > 0, { timeout: 20_000 })
    const lines = printed.mock.calls.map(([line]) => String(line))
    await office.close()
    await new Promise<void>((resolve) => refusing.close(resolve))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('mail_not_sent')
    expect(lines[0]).toContain('<…@…>: …@… is unknown, …@… too')
    expect(lines[0]).not.toContain('example.com')
  })

  it('stays where the mail server takes it in plain text only, and so does its password', async () => {
    const smtpUrl = `smtp://ana:clave@127.0.0.1:${port}`
    const mailer = createMailer({ ...base, smtpUrl, requireTls: true })
    await expect(mailer.send(mail)).rejects.toThrow('STARTTLS')
    mailer.close()
    expect(received).toEqual([])
  })

  it('reaches whoever asked for one through the API', async () => {
    const server = await startTestServer({ SMTP_URL: `smtp://ana:clave@127.0.0.1:${port}` })
    const { email } = await server.createAccount()
    await server.ask('/auth/v1/recover', { method: 'POST', body: { email } })
    await vi.waitUntil(() => received.length === 1, { timeout: 20_000 })
    expect(received[0]?.to).toEqual([email])
    const [, token] =
      /http:\/\/127\.0\.0\.1:\d+\/#token_hash=(\w+)&type=recovery/.exec(received[0]?.body ?? '') ?? []
    const body = { token_hash: token, type: 'recovery' }
    expect((await server.ask('/auth/v1/verify', { method: 'POST', body })).status).toBe(200)
    await server.stop()
  })

  it('is still sent when the server is told to stop', async () => {
    const server = await startTestServer({ SMTP_URL: `smtp://ana:clave@127.0.0.1:${port}` })
    const { email } = await server.createAccount()
    await server.ask('/auth/v1/recover', { method: 'POST', body: { email } })
    await server.stop()
    expect(received.map(({ to }) => to)).toEqual([[email]])
  })
})

describe('with MAIL_DIR, the server', () => {
  it('writes each mail to a file of its own, in order, that only its owner may read', async () => {
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

it.runIf(process.getuid?.() === 0)(
  'a folder for mails that root makes belongs to whom the one above it does, whose server writes there later',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nana-mails-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await chown(folder, 65_534, 65_534)
    await createMailer({ ...base, dir: join(folder, 'new', 'mails') }).send(mail)
    for (const path of ['new', 'new/mails']) expect((await stat(join(folder, path))).uid).toBe(65_534)
  },
)

describe('without SMTP_URL and MAIL_DIR', () => {
  it('a mail is printed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    await createMailer(base).send(mail)
    const printed = String(log.mock.calls[0]?.[0])
    expect(printed).toContain('ana@example.com')
    expect(printed).toContain(link)
  })
})

describe('with neither, a mail', () => {
  it('is refused with MAIL_PRINT=off, and nothing of it is printed', async () => {
    const printed = vi.spyOn(console, 'log').mockReturnValue()
    onTestFinished(() => printed.mockRestore())
    await expect(createMailer({ ...base, mayPrint: false }).send(mail)).rejects.toThrow('falta SMTP_URL')
    expect(printed).not.toHaveBeenCalled()
  })
})

describe('the mails’ texts', () => {
  it('let no markup in from a value', () => {
    const drawn = writeMail(
      {
        kind: 'email_change_current',
        link,
        code: '1',
        lifeSeconds: 60,
        newEmail: '<b>"x"@evil.example',
        app: 'nana.example',
      },
      'ana@example.com',
      brand,
    )
    expect(drawn.html).not.toContain('<b>')
    expect(drawn.html).toContain('&lt;b&gt;&quot;x&quot;@evil.example')
    expect(drawn.html).toContain('type=recovery'.replace('&', '&amp;'))
    expect(drawn.html).toContain('token_hash=1&amp;type=recovery')
  })

  it.each([
    [60, '1 minuto'],
    [5400, '90 minutos'],
    [3600, '1 hora'],
    [7200, '2 horas'],
    [86_400, '1 día'],
    [604_800, '7 días'],
  ])('write %i seconds in words', (lifeSeconds, words) => {
    const drawn = writeMail({ kind: 'reauthentication', code: '1', lifeSeconds }, 'a@b.co', brand)
    expect(drawn.text).toContain(`Vale ${words} y solo una vez.`)
  })
})

/** As the mail library throws what a mail server answers. */
function quotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
