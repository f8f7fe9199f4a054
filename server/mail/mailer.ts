import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import { makeFolders } from '../settings/data-dir.ts'
import type { MailSettings } from '../settings/mail-settings.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Names the account and the token that it brings: the next mail with the same makes this one's link void. */
  replaces?: string
}

export interface Mailer {
  /** Resolves when the mail was handed over to the next server, and rejects when it couldn't be. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Chooses how mails leave: by SMTP, as files in a folder, or printed on stdout when neither is set. */
export function createMailer({ smtpUrl, requireTls, dir, mayPrint, from }: MailSettings): Mailer {
  if (smtpUrl !== null) return smtpMailer(smtpUrl, requireTls, from)
  if (dir !== null) return folderMailer(dir)
  return mayPrint ? printingMailer() : refusingMailer()
}

/** The limits are there so that a mail server that doesn't answer can't hold up the mails behind the first one. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

function smtpMailer(url: string, requireTLS: boolean, from: MailSettings['from']): Mailer {
  const options = { url, requireTLS, pool: true, maxConnections: 1, ...PATIENCE }
  // The library comes with the first mail: reading it is a tenth of a start, and few commands send any.
  let transport: Promise<Transporter> | null = null
  return {
    async send({ to, subject, text, html }) {
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport(options))
      await (await transport).sendMail({
        from,
        to,
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => void transport?.then((open) => open.close()),
  }
}

/** Writes each mail as a JSON file. The files' names sort by time. */
function folderMailer(folder: string): Mailer {
  let written = 0
  return {
    async send({ to, subject, text, html }) {
      // A command may be typed as root before the server has written any.
      makeFolders(folder, { likeAbove: true })
      written += 1
      const name = `${Date.now()}-${String(written).padStart(6, '0')}-${randomUUID()}`
      // The file gets its name when it is complete, so that whoever watches the folder never reads half a mail.
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

function refusingMailer(): Mailer {
  return {
    send: () => Promise.reject(new Error('falta SMTP_URL, y MAIL_PRINT=off')),
    close: () => undefined,
  }
}
