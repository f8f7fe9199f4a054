import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mail } from '../mail/mailer.ts'

export interface Mailbox {
  /** Waits until `count` mails have come to an address, and answers them, oldest first. */
  to(address: string, count?: number): Promise<Mail[]>
  /** Waits until `count` mails have come to an address, and answers the newest. */
  newestTo(address: string, count?: number): Promise<Mail>
  /** Answers every mail so far. */
  all(): Promise<Mail[]>
}

const PATIENCE_MS = 20_000

/** Reads mails from the folder that MAIL_DIR names. */
export function openMailbox(folder: string): Mailbox {
  async function all(): Promise<Mail[]> {
    const names = await readdir(folder).catch(() => [])
    const whole = names.filter((name) => name.endsWith('.json')).sort()
    return Promise.all(whole.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))))
  }

  async function to(address: string, count = 1): Promise<Mail[]> {
    const until = Date.now() + PATIENCE_MS
    for (;;) {
      const found = (await all()).filter((mail) => mail.to === address)
      if (found.length >= count) return found
      if (Date.now() > until) throw new Error(`${found.length} of ${count} mails came to ${address}`)
      await sleep(20)
    }
  }

  return {
    all,
    to,
    async newestTo(address, count) {
      const mail = (await to(address, count)).at(-1)
      if (mail === undefined) throw new Error(`no mail came to ${address}`)
      return mail
    },
  }
}

/**
 * Answers the link of a mail's button. It leads to the app's page, or to the reference server's path when another
 * program asked for the mail.
 */
export function pressedLinkIn(mail: Mail): URL {
  const [link] = /https?:\/\/\S+[#?]\S+/.exec(mail.text) ?? []
  if (link === undefined) throw new Error(`no link in: ${mail.text}`)
  return new URL(link)
}

/** Answers what the app's page learns from a mail's link. */
export function pageIn(mail: Mail): { token_hash: string; type: string; email: string | undefined } {
  const told = new URLSearchParams(pressedLinkIn(mail).hash.slice(1))
  const { token_hash = '', type = '', email } = Object.fromEntries<string | undefined>(told)
  return { token_hash, type, email }
}

/** Answers the reference server's link for a mail's token, whichever of the two links the mail has. */
export function linkIn(mail: Mail): URL {
  const link = pressedLinkIn(mail)
  const { token_hash: token, type } = pageIn(mail)
  if (token === '') return link
  const query = new URLSearchParams({ token, type, redirect_to: link.origin })
  return new URL(`/auth/v1/verify?${query.toString()}`, link)
}

/** Answers the code that can be typed instead of pressing the link. */
export function codeIn(mail: Mail): string {
  const [code] = /\b\d{6}\b/.exec(mail.text) ?? []
  if (code === undefined) throw new Error(`no code in: ${mail.text}`)
  return code
}

export interface Arrival {
  status: number
  location: string | null
  query: Record<string, string>
  fragment: Record<string, string>
}

/** Follows a link by one redirect, as a browser without a key would. */
export async function follow(link: URL | string): Promise<Arrival> {
  const { status, headers } = await fetch(link, { redirect: 'manual' })
  const location = headers.get('location')
  const target = location === null ? null : new URL(location)
  return {
    status,
    location,
    query: Object.fromEntries(target?.searchParams ?? []),
    fragment: Object.fromEntries(new URLSearchParams(target?.hash.slice(1))),
  }
}
