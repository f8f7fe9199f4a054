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
  /**
   * Sends a mail later. What the mail server may take another time is tried again for twenty minutes; each failure is
   * written to the log. One that still waits is given up once another one replaces it.
   */
  post(mail: Mail): void
  /** Sends a mail now, and rejects when it couldn't be handed over. */
  send(mail: Mail): Promise<void>
  /** Waits at most 1.5 seconds for what is under way, and writes to the log how many mails are not sent then. */
  close(): Promise<void>
}

const CLOSE_WITHIN_MS = 1500

/** A mail server may be away for a moment, or take nothing from a stranger before he comes a second time. */
const TRY_AGAIN_AFTER_MS = [60_000, 5 * 60_000, 15 * 60_000]

/** Further ones are given up at their first failure: whoever asks for mails takes no more memory. */
const MOST_TO_TRY_AGAIN = 1000

/** Opens the post office. Mails wait in a queue of their own, so that a slow mail server never holds up the errands. */
export function createPostOffice(mailer: Mailer): PostOffice {
  const errands = createLine()
  const mails = createLine()
  const waiting = new Set<NodeJS.Timeout>()
  /** Mails that were posted, and are neither sent nor given up. */
  const unsettled = new Set<Mail>()
  let isClosing = false
  let isClosed = false

  /** Gives up earlier mails whose link this one has made void: sent later, they would be taken for the newest. */
  function dropReplaced({ replaces }: Mail): void {
    if (replaces === undefined) return
    for (const mail of unsettled) if (mail.replaces === replaces) unsettled.delete(mail)
  }

  async function deliver(mail: Mail, failures = 0): Promise<void> {
    if (!unsettled.has(mail)) return
    try {
      await mailer.send(mail)
      unsettled.delete(mail)
    } catch (error) {
      // Another one has replaced it, or the log has it among those that a stop left.
      if (!unsettled.has(mail)) return
      const waitMs = TRY_AGAIN_AFTER_MS[failures]
      const isFull = waiting.size >= MOST_TO_TRY_AGAIN
      if (waitMs === undefined || isClosing || isFull || isRefused(error)) {
        unsettled.delete(mail)
        throw error
      }
      printFailure('mail_put_off', { message: `email aplazado ${waitMs / 60_000} min` }, error)
      const timer = setTimeout(() => {
        waiting.delete(timer)
        mails.add(() => deliver(mail, failures + 1))
      }, waitMs)
      waiting.add(timer.unref())
    }
  }

  return {
    later: (errand) => errands.add(errand),
    post(mail) {
      // Posted by an errand that outlived the stop.
      if (isClosed) return sayUnsent(1)
      dropReplaced(mail)
      unsettled.add(mail)
      mails.add(() => deliver(mail))
    },
    send: (mail) => mailer.send(mail),
    async close() {
      isClosing = true
      const settled = errands.settled().then(() => mails.settled())
      await Promise.race([settled, sleep(CLOSE_WITHIN_MS, null, { ref: false })])
      for (const timer of waiting) clearTimeout(timer)
      isClosed = true
      if (unsettled.size > 0) sayUnsent(unsettled.size)
      unsettled.clear()
      mailer.close()
    },
  }
}

function sayUnsent(count: number): void {
  printFailure('mail_not_sent', { message: `emails no enviados: ${count}` })
}

/** The mail server has said that it won't take this mail, or not from us, however often it is asked. */
function isRefused(error: unknown): boolean {
  const { responseCode }: { responseCode?: unknown } = Object(error)
  return typeof responseCode === 'number' && responseCode >= 500
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
