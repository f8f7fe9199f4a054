import type { Mailer } from '../mail/mailer.ts'
import type { Metrics } from './metrics.ts'

export function countedMailer(mailer: Mailer, metrics: Metrics): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        metrics.mailLeft(isRecipientRefused(error) ? 'refused' : 'failed')
        throw error
      }
      metrics.mailLeft('sent')
    },
    close: () => mailer.close(),
  }
}

/**
 * Whether the mail server knows no such mailbox, as of an address that was mistyped, and may be well itself. Many
 * refuse at the recipient, too, whom they don't let send at all, and some of them say so (RFC 3463: 5.7 is policy).
 */
function isRecipientRefused(error: unknown): boolean {
  const { command, response }: { command?: unknown; response?: unknown } = Object(error)
  return command === 'RCPT TO' && typeof response === 'string' && /^5\d\d(?![ -]5\.7\.)/.test(response)
}
