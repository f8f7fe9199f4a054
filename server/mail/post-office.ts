import { setTimeout as sleep } from 'node:timers/promises'
import { printFailure } from '../log/lines.ts'
import type { Mail, Mailer } from './mailer.ts'

/**
 * Does work after the answer was sent, such as looking an account up and writing to it, in the order it came. Without
 * this, the time of the answer would tell whether an address has an account.
 */
export interface PostOffice {
  /** Runs `errand` later. Its error is written to the log, because nobody waits for it. */
  later(errand: () => Promise<void>): void
  /** Sends a mail later, and writes an error to the log. */
  post(mail: Mail): void
  /** Sends a mail now, and rejects when it couldn't be handed over. */
  send(mail: Mail): Promise<void>
  /** Waits at most 1.5 seconds for what is under way. */
  close(): Promise<void>
}

const CLOSE_WITHIN_MS = 1500

/** Opens the post office. Mails wait in a queue of their own, so that a slow mail server never holds up the errands. */
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
        printFailure('mail_not_sent', { message: 'email no enviado' }, error)
      })
    },
    settled: () => last,
  }
}
