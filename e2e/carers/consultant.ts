import type { Page } from '@playwright/test'
import { totpCode } from '../../server/testing/totp-code.ts'
import { DESK } from '../kit/phone-session.ts'
import type { ServerProcess } from '../kit/server-process.ts'
import { test as base } from './household.ts'

/** A professional of the provider's at work: she calls the functions, as her console does. */
export interface Consultant {
  name: string
  /** Puts her session, with both of its steps, onto a phone of hers. */
  signInOn(page: Page): Promise<void>
  call(name: string, parameters: object): Promise<unknown>
}

/** A family beside which there is a professional, Marta. */
export const test = base.extend<{ consultant: Consultant; familyEmail: string }>({
  familyEmail: async ({ account }, handOver) => handOver(account.email),
  consultant: async ({ server }, handOver, info) => {
    await handOver(await beginWork(server, `marta-${info.workerIndex}-${info.testId}@example.org`, 'Marta'))
  },
})

async function beginWork(server: ServerProcess, email: string, name: string): Promise<Consultant> {
  const account = await server.createAccount(email)
  const { access_token: first, user } = await server.signIn(account)
  const [publicKey, serviceKey] = [await server.publicKey(), await server.serviceKey()]
  const app_metadata = { staff_role: 'consultant', staff_name: name }
  await ask('PUT', `/auth/v1/admin/users/${user.id}`, serviceKey, serviceKey, { app_metadata })
  const { id, totp } = await ask('POST', '/auth/v1/factors', publicKey, first, { factor_type: 'totp' })
  const challenge = await ask('POST', `/auth/v1/factors/${id}/challenge`, publicKey, first, {})
  const session = await ask('POST', `/auth/v1/factors/${id}/verify`, publicKey, first, {
    challenge_id: challenge.id,
    code: totpCode(totp.secret),
  })
  return {
    name,
    async signInOn(page) {
      await page.goto(`${server.url}${DESK}`)
      await page.evaluate((text) => localStorage.setItem('nana-auth', text), JSON.stringify(session))
    },
    call: (called, parameters) =>
      ask('POST', `/rest/v1/rpc/${called}`, publicKey, session.access_token, parameters),
  }

  /** Sends a call; throws what the server complains of. */
  async function ask(method: string, path: string, apikey: string, bearer: string, body: object) {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { apikey, Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
