import type { Page } from '@playwright/test'
import { expect } from './carer.ts'
import type { ServerProcess } from './server-process.ts'

/** Waits for a mail to that address with such a subject, and returns the link in the latest one. */
export function mailedLink(server: ServerProcess, email: string, subject?: RegExp): Promise<string> {
  return mailed(/https?:\S+/, server, email, subject)
}

export function mailedCode(server: ServerProcess, email: string, subject?: RegExp): Promise<string> {
  return mailed(/\b\d{6}\b/, server, email, subject)
}

/** Invites by the administrator's command, and returns the link that was mailed. */
export async function inviteByCommand(server: ServerProcess, email: string): Promise<string> {
  await server.admin('invite', email)
  return mailedLink(server, email, /Tu cuenta de Nana/)
}

/** Opens the link of a mail and presses the one button of the page it leads to. */
export async function pressMailedLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: /^(Elegir mi contraseña|Confirmar el cambio)$/ }).click()
}

async function mailed(what: RegExp, server: ServerProcess, email: string, subject = /./): Promise<string> {
  const found = () => {
    const texts = server.mailsTo(email).flatMap((mail) => (subject.test(mail.subject) ? mail.text : []))
    return texts.findLast((text) => what.test(text))?.match(what)?.[0] ?? ''
  }
  await expect.poll(found, { timeout: 30_000 }).not.toBe('')
  return found()
}
