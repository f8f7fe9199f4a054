import { expect, type Page } from '@playwright/test'
import { addDays, localDateAt } from '../../core/time/time.ts'
import { MADRID } from '../../core/time/zone.ts'
import { totpCode } from '../../server/testing/totp-code.ts'
import { keepSession } from '../kit/phone-session.ts'
import { test as base } from '../kit/seed.ts'
import type { Account, ServerProcess } from '../kit/server-process.ts'

/** Somebody who works for the provider, at a computer on which the console is open. */
export interface Consultant {
  page: Page
  account: Account
  /** Leads the page to a place of the console by its address; it isn't loaded anew. */
  open: (path: string) => Promise<void>
  /** What the page has told the console of the browser; a story takes out what it expects. */
  errors: string[]
  /** Calls a function of the database as this consultant, with the second factor given. */
  call: Call
}

type Call = (name: string, parameters?: object) => Promise<unknown>

interface Support {
  starts_on: string
  ends_on: string
  hours: string
  purpose: string
}

interface StaffFixtures {
  /** Signed in on /consola, second factor given. */
  consultant: Consultant
  /** Asks a family for leave to look, and answers yes as the family. Returns the family's id. */
  letIn: (family: Account, support?: Partial<Support>) => Promise<string>
  /** Calls a function of the database as the story's family. */
  asFamily: Call
}

/** How long a story's support lasts unless it says otherwise, in days. */
const SUPPORT_DAYS = 28

export const test = base.extend<StaffFixtures>({
  // The console is a page for a desk first.
  viewport: { width: 1280, height: 800 },
  consultant: async ({ newContext, server }, handOver, info) => {
    const email = `staff-${info.workerIndex}-${info.testId}-${info.repeatEachIndex}@example.org`
    const account = await server.createAccount(email)
    const context = await newContext()
    let token = ''
    await keepSession(context, server, async (userAgent) => {
      const session = await beginAsStaff(server, account, userAgent)
      token = session.access_token
      return session
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      // The browser reports each request that a story refuses or loses.
      const isLost = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isLost) errors.push(message.text())
    })
    await page.goto(`${server.url}/consola`)
    await handOver({
      page,
      account,
      open: async (path) => void (await page.goto(`${server.url}/consola#/${path}`)),
      errors,
      call: (name, parameters) => callAs(server, token, name, parameters),
    })
    expect(errors).toEqual([])
  },
  letIn: async ({ consultant, server }, handOver) => {
    await handOver(async (family, support = {}) => {
      const session = await server.signIn(family)
      // The database goes by the machine's clock, whatever the product's clock says in a story.
      const today = localDateAt(Date.now(), MADRID)
      const asked = await consultant.call('ask_family', {
        email: family.email,
        purpose: 'Ver cómo duerme y acompañaros.',
        starts_on: today,
        ends_on: addDays(today, SUPPORT_DAYS),
        hours: 'De lunes a viernes, de 9:00 a 18:00',
        ...support,
      })
      expect(asked).toHaveProperty('id')
      await allow(server, family)
      return session.user.id
    })
  },
  asFamily: async ({ account, server }, handOver) => {
    const { access_token: token } = await server.signIn(account)
    await handOver((name, parameters) => callAs(server, token, name, parameters))
  },
})

/** Says yes, as the family, to whoever has asked it for leave to look. */
export const allow = (server: ServerProcess, family: Account) => answerRequest(server, family, true)

/** Says yes or no, as the family, to whoever has asked it for leave to look. */
export async function answerRequest(
  server: ServerProcess,
  family: Account,
  accepted: boolean,
): Promise<void> {
  const { access_token: token } = await server.signIn(family)
  const { requests } = (await callAs(server, token, 'my_support')) as { requests: { id: string }[] }
  expect(requests).toHaveLength(1)
  expect(await callAs(server, token, 'answer_request', { id: requests[0]?.id, accepted })).toBe(true)
}

/** Whether the browser would ask before this page is closed. */
export function asksBeforeClosing(page: Page): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
}

/** Makes the account one of the provider's staff, and begins a session of it that has given the second factor. */
async function beginAsStaff(server: ServerProcess, account: Account, userAgent: string) {
  const first = await server.signIn(account, userAgent)
  const service = await server.serviceKey()
  await send(server, 'PUT', `/auth/v1/admin/users/${first.user.id}`, service, service, {
    app_metadata: { staff_role: 'consultant', staff_name: 'Marta Soler' },
  })
  const key = await server.publicKey()
  const post = (path: string, body: object) =>
    send(server, 'POST', `/auth/v1/factors${path}`, key, first.access_token, body, userAgent)
  const factor = (await post('', { factor_type: 'totp' })) as { id: string; totp: { secret: string } }
  const challenge = (await post(`/${factor.id}/challenge`, {})) as { id: string }
  return (await post(`/${factor.id}/verify`, {
    challenge_id: challenge.id,
    code: totpCode(factor.totp.secret),
  })) as { access_token: string }
}

async function callAs(
  server: ServerProcess,
  token: string,
  name: string,
  parameters: object = {},
): Promise<unknown> {
  return send(server, 'POST', `/rest/v1/rpc/${name}`, await server.publicKey(), token, parameters)
}

async function send(
  server: ServerProcess,
  method: 'POST' | 'PUT',
  path: string,
  key: string,
  token: string,
  body: object,
  userAgent = 'e2e',
): Promise<unknown> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      apikey: key,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'User-Agent': userAgent,
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

export { expect }
