import { setTimeout as sleep } from 'node:timers/promises'
import type { Mail, Mailer } from './mailer.ts'

/**
 * What is done after the answer: looking an account up, and writing to it. The answer then takes as long for an
 * address that nobody has as for one that somebody has. First come, first served.
 */
export interface PostOffice {
  /** Does it later. What goes wrong is written down; nobody waits for it. */
  later(errand: () => Promise<void>): void
  /** Sends a mail later. */
  post(mail: Mail): void
  /** Sends a mail now; rejects when it couldn't be handed over. */
  send(mail: Mail): Promise<void>
  /** Waits a moment for what is under way. */
  close(): Promise<void>
}

const CLOSE_WITHIN_MS = 1500

/** Two lines: a slow mail server holds up other mails, and never the database. */
export function createPostOffice(mailer: Mailer): PostOffice {
  const errands = createLine()
  const mails = createLine()
  return {
    later: (errand) => errands.add(errand),
    post: (mail) => mails.add(() => mailer.send(mail)),
    send: (mail) => mailer.send(mail),
    async close() {
      const settled = errands.settled().then(() => mails.settled())
      await Promise.race([settled, sleep(CLOSE_WITHIN_MS, null, { ref: false })])
      mailer.close()
    },
  }
}

function createLine() {
  let last = Promise.resolve()
  return {
    add(task: () => Promise<void>): void {
      last = last.then(task).catch((error: unknown) => {
        console.error(`${new Date().toISOString()} mail`, error)
      })
    },
    settled: () => last,
  }
}
