import { strict as assert } from 'node:assert'
import fc from 'fast-check'
import { bearer } from '../server/testing/test-server.ts'
import {
  ADMINISTRATORS_CALLS,
  type AuthCall,
  anyCall,
  authBody,
  authQuery,
  PERSONS_CALLS,
} from './auth-requests.ts'
import { tableBody, tableHeaders, tableQuery } from './table-requests.ts'
import type { Actor, Target } from './target.ts'
import { forgery } from './tokens.ts'

export type PropertyName = 'queries' | 'bodies' | 'administration' | 'tokens'

/** A lane draws requests of one kind, sends them one after the other and judges every answer. Several run at once. */
export type Lane = (
  target: Target,
  options: { runs: number; seed: number; sent: () => void },
) => Promise<void>

const TABLES = fc.constantFrom('sleep_records', 'baby_info', 'sleep_plans', 'sync_state', 'nope')

const queries: Lane = (target, options) => {
  const caller = renewed(target)
  const auth = fc.record({
    call: anyCall(PERSONS_CALLS),
    query: authQuery,
    headers: fc.constant({}),
  })
  const table = fc.record({
    call: TABLES.map((name): AuthCall => ({ method: 'GET', path: `rest:${name}` })),
    query: tableQuery,
    headers: tableHeaders,
  })
  return play(fc.oneof(auth, table), options, async ({ call, query, headers }) => {
    const actor = await caller.actor()
    const response = await target.server.fetch(`${address(call, actor)}${joint(call)}${query}`, {
      method: call.method,
      redirect: 'manual',
      headers: { ...headers, ...bearer(actor.token) },
      body: call.method === 'POST' || call.method === 'PUT' ? '{}' : null,
    })
    await caller.note(response, await target.judge(response))
  })
}

const bodies: Lane = (target, options) => {
  const caller = renewed(target)
  const writing = PERSONS_CALLS.filter(({ method }) => method !== 'GET')
  const auth = fc.record({ call: anyCall(writing), sent: authBody, signedIn: fc.boolean() })
  const table = fc.record({
    call: fc
      .tuple(TABLES, fc.constantFrom('POST', 'PATCH'))
      .map(([name, method]): AuthCall => ({ method, path: `rest:${name}` })),
    sent: tableBody.map((body) => ({ type: 'application/json', body })),
    signedIn: fc.constant(true),
  })
  return play(
    fc.oneof({ weight: 3, arbitrary: auth }, { weight: 1, arbitrary: table }),
    options,
    async ({ call, sent, signedIn }) => {
      const actor = await caller.actor()
      const filter = call.path.startsWith('rest:') && call.method === 'PATCH' ? '?id=not.is.null' : ''
      const response = await target.server.fetch(`${address(call, actor)}${filter}`, {
        method: call.method,
        redirect: 'manual',
        headers: { 'Content-Type': sent.type, ...(signedIn ? bearer(actor.token) : {}) },
        body: sent.body,
      })
      await caller.note(response, await target.judge(response))
    },
  )
}

/** A sign-in of just now is asked for by some calls: an older one would leave out all that is behind it. */
const CALLS_OF_A_CHIEF = 500

/** An administrator may do everything, so the only thing judged here is that the server doesn't fail. */
const administration: Lane = (target, options) => {
  const caller = renewed(target)
  let chief = Promise.resolve('')
  let calls = 0
  const chiefToken = () => {
    if (calls % CALLS_OF_A_CHIEF === 0) chief = target.newChief()
    calls += 1
    return chief
  }
  const request = fc.record({ call: anyCall(ADMINISTRATORS_CALLS), sent: authBody, query: authQuery })
  return play(request, options, async ({ call, sent, query }) => {
    const { serviceKey } = target.server
    const isConsole = call.path.startsWith('console:')
    const key = isConsole ? target.server.anonKey : serviceKey
    const token = isConsole ? await chiefToken() : serviceKey
    const response = await target.server.fetch(`${address(call, await caller.actor())}?${query}`, {
      method: call.method,
      headers: { apikey: key, 'Content-Type': sent.type, ...bearer(token) },
      body: call.method === 'GET' ? null : sent.body,
    })
    const text = await response.text()
    assert.ok(response.status < 500, `${response.status}: ${text.slice(0, 500)}`)
    // Else all that is behind the first check would be left out.
    if (isConsole) assert.ok(response.status !== 401 && response.status !== 403, text.slice(0, 500))
  })
}

/** A forged token is never somebody else's, whether it is sent as an access token or as a refresh token. */
const tokens: Lane = (target, options) =>
  play(fc.record({ forge: forgery, refresh: fc.boolean() }), options, async ({ forge, refresh }) => {
    const token = forge(target.loot)
    if (refresh) {
      const path = '/auth/v1/token?grant_type=refresh_token'
      const body = { refresh_token: token }
      const answer = await target.server.fetch(path, { method: 'POST', body })
      await target.judge(answer)
      assert.equal(answer.status, 400)
      return
    }
    const user = await target.server.fetch('/auth/v1/user', { headers: bearer(token) })
    const text = await target.judge(user)
    // A forgery may turn out as the same token written in another way, which is still its owner's.
    if (user.status === 200) assert.equal(idIn(text), idOf(target.loot.accessToken))
    else assert.ok([400, 401, 403].includes(user.status), String(user.status))
    const records = await target.server.fetch('/rest/v1/sleep_records', { headers: bearer(token) })
    assert.ok(records.status === 401 || (await target.judge(records)) === '[]', `ha leído filas con ${token}`)
  })

export const PROPERTIES: Readonly<Record<PropertyName, Lane>> = { queries, bodies, administration, tokens }

async function play<T>(
  requests: fc.Arbitrary<T>,
  { runs, seed, sent }: { runs: number; seed: number; sent: () => void },
  send: (request: T) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(requests, async (request) => {
    await send(request)
    sent()
  })
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })
}

function address({ path }: AuthCall, actor: Actor): string {
  if (path.startsWith('rest:')) return `/rest/v1/${path.slice('rest:'.length)}`
  if (path.startsWith('console:')) return `/console/v1/${path.slice(8).replace(':actor', actor.id)}`
  return `/auth/v1/${path.replace(':factor', actor.factorId)}`
}

function joint({ path }: AuthCall): string {
  return path.includes('?') ? '&' : '?'
}

/** Keeps one caller, and makes a new one as soon as a request has signed the last one out. */
function renewed(target: Target) {
  let current: Promise<Actor> | null = null
  return {
    actor: () => {
      current ??= target.newActor()
      return current
    },
    note: async (response: Response, text: string) => {
      if (response.status === 204 || text.includes('session_not_found') || text.includes('bad_jwt'))
        current = null
    },
  }
}

function idIn(user: string): unknown {
  return (JSON.parse(user) as { id: unknown }).id // The answer is a user (wire 1.4, user).
}

function idOf(token: string): unknown {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return (JSON.parse(claims) as { sub: unknown }).sub // The server made this token, so it has a subject.
}
