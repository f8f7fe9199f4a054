import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeFolders } from '../data-dir.ts'
import type { MailSettings } from '../mail-settings.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Resolves when the mail is handed over; rejects when it couldn't be. */
  send(mail: Mail): Promise<void>
  close(): void
}

export function createMailer({ smtpUrl, dir, from }: MailSettings): Mailer {
  if (smtpUrl !== null) return smtpMailer(smtpUrl, from)
  return dir === null ? printingMailer() : folderMailer(dir)
}

/** A mail server that doesn't answer is given up on, so that those behind it in the queue have their turn. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections: 1, ...PATIENCE })
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    close: () => transport.close(),
  }
}

/** One JSON file a mail; their names sort by time. */
function folderMailer(folder: string): Mailer {
  let written = 0
  return {
    async send({ to, subject, text, html }) {
      makeFolders(folder)
      written += 1
      const name = `${Date.now()}-${String(written).padStart(6, '0')}-${randomUUID()}`
      // Renamed when it is whole: whoever watches the folder never reads half a mail.
      const draft = join(folder, `.${name}`)
      await writeFile(draft, `${JSON.stringify({ to, subject, text, html }, null, 2)}\n`, { mode: 0o600 })
      await rename(draft, join(folder, `${name}.json`))
    },
    close: () => undefined,
  }
}

function printingMailer(): Mailer {
  return {
    async send({ to, subject, text }) {
      console.log(`\n--- Email para ${to} (no enviado: falta SMTP_URL) ---\n${subject}\n\n${text}\n---\n`)
    },
    close: () => undefined,
  }
}
