import { expect } from './carer.ts'
import type { ServerProcess } from './server-process.ts'

/** The link in the latest mail to that address, of those with such a subject; waits for the mail. */
export function mailedLink(server: ServerProcess, email: string, subject?: RegExp): Promise<string> {
  return mailed(/https?:\S+/, server, email, subject)
}

export function mailedCode(server: ServerProcess, email: string, subject?: RegExp): Promise<string> {
  return mailed(/\b\d{6}\b/, server, email, subject)
}

async function mailed(what: RegExp, server: ServerProcess, email: string, subject = /./): Promise<string> {
  const found = () => {
    const texts = server.mailsTo(email).flatMap((mail) => (subject.test(mail.subject) ? mail.text : []))
    return texts.findLast((text) => what.test(text))?.match(what)?.[0] ?? ''
  }
  await expect.poll(found, { timeout: 30_000 }).not.toBe('')
  return found()
}
