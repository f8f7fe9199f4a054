import type { Mailer } from '../mail/mailer.ts'
import type { Metrics } from './metrics.ts'

export function countedMailer(mailer: Mailer, metrics: Metrics): Mailer {
  return {
    async send(mail) {
      try {
        await mailer.send(mail)
      } catch (error) {
        metrics.mailLeft('failed')
        throw error
      }
      metrics.mailLeft('sent')
    },
    close: () => mailer.close(),
  }
}
