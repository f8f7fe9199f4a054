import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mail } from '../../server/mail/mailer.ts'

export interface Mailbox {
  /** Waits until so many mails have come to an address, and gives them, oldest first. */
  to(address: string, count?: number): Promise<Mail[]>
  /** The newest of so many. */
  newestTo(address: string, count?: number): Promise<Mail>
  /** Every mail so far. */
  all(): Promise<Mail[]>
}

const PATIENCE_MS = 20_000

/** Reads the folder that MAIL_DIR names. */
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

/** The link that a mail asks to press. */
export function linkIn(mail: Mail): URL {
  const [link] = /https?:\/\/\S+\/auth\/v1\/verify\S+/.exec(mail.text) ?? []
  if (link === undefined) throw new Error(`no link in: ${mail.text}`)
  return new URL(link)
}

/** The code that can be typed instead. */
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

/** Follows a link one step, as a browser without a key would. */
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
