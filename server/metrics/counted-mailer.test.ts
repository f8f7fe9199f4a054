import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { createMailer } from '../mail/mailer.ts'
import { loadConfig } from '../settings/config.ts'
import { countedMailer } from './counted-mailer.ts'
import { openMetrics } from './metrics.ts'

const mail = { to: 'ana@example.com', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>' }

/** What is counted of a mail, where the mail server says this to its sender, or to its recipient. */
async function countedWhere(says: { sender?: string; recipient?: string }): Promise<string | undefined> {
  const answered = (said: string | undefined) => {
    const [, code = '', words = ''] = /^(\d+) (.*)$/.exec(said ?? '') ?? []
    return said === undefined ? null : Object.assign(new Error(words), { responseCode: Number(code) })
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onMailFrom: (_address, _session, done) => done(answered(says.sender)),
    onRcptTo: (_address, _session, done) => done(answered(says.recipient)),
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const metrics = await openMetrics()
  const mailer = countedMailer(
    createMailer(loadConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }).mail),
    metrics,
  )
  await mailer.send(mail).catch(() => undefined)
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
  return /^nana_mails_total{outcome="(\w+)"} 1$/m.exec(await metrics.draw())?.[1]
}

it.each([
  [{}, 'sent'],
  [{ recipient: '550 5.1.1 no such mailbox' }, 'refused'],
  [{ recipient: '550 Unrouteable address' }, 'refused'],
  [{ recipient: '554 5.7.1 Relay access denied' }, 'failed'],
  [{ recipient: '451 try again later' }, 'failed'],
  [{ sender: '550 5.1.8 sender address rejected' }, 'failed'],
])('of a mail server that says %j a mail counts as %s', async (says, outcome) => {
  expect(await countedWhere(says)).toBe(outcome)
})
