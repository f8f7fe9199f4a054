import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../../testing/table-api.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
})
afterAll(() => api.close())

const nap = { date: '2025-08-10', type: 'siesta', start_time: '10:00' }
const json = { 'Content-Type': 'application/json' }

describe('the caller', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  it.each([
    ['an empty token', async () => '', 'PGRST301', 'Empty JWT is sent in Authorization header'],
    ['a token of two parts', async () => 'a.b', 'PGRST301', 'Expected 3 parts in JWT; got 2'],
    ['a token of nonsense', async () => 'a.b.c', 'PGRST301', 'JWT cryptographic operation failed'],
    [
      'a token without a signature',
      async () => 'eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.e30.x',
      'PGRST301',
      'Wrong or unsupported encoding algorithm',
    ],
    [
      'a token for another audience',
      () => api.token({ role: 'authenticated', aud: 'others' }),
      'PGRST303',
      'JWT not in audience',
    ],
    [
      'an expired token',
      () => api.token({ role: 'authenticated', exp: seconds() - 40 }),
      'PGRST303',
      'JWT expired',
    ],
    [
      'a token that is not valid yet',
      () => api.token({ role: 'authenticated', nbf: seconds() + 40 }),
      'PGRST303',
      'JWT not yet valid',
    ],
    [
      'a token from the future',
      () => api.token({ role: 'authenticated', iat: seconds() + 40 }),
      'PGRST303',
      'JWT issued at future',
    ],
  ])('with %s is refused, and not taken for anonymous', async (_, token, code, message) => {
    const response = await api.fetch('sleep_records', {
      headers: { Authorization: `Bearer ${await token()}` },
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", error_description="${message}"`,
    )
    expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`)
    expect(await response.json()).toMatchObject({ code, message, hint: null })
  })

  it.each(['postgres', 'supabase_admin', 'ANON', '', 5, null])('with role %j is refused', async (role) => {
    const response = await api.fetch('sleep_records', {
      headers: { Authorization: `Bearer ${await api.token({ role })}` },
    })
    expect(response.status).toBe(401)
  })

  it('with a forged token is refused', async () => {
    const forged = await api.token(
      { sub: ana.id, role: 'authenticated' },
      'not the secret, but long enough for it',
    )
    const response = await api.fetch('sleep_records', { headers: { Authorization: `Bearer ${forged}` } })
    expect([response.status, (await response.json()).code]).toEqual([401, 'PGRST301'])
  })

  it('with a token that expired 20 seconds ago is accepted, because clocks differ', async () => {
    const late = await api.token({ sub: ana.id, role: 'authenticated', exp: seconds() - 20 })
    const response = await api.fetch('sleep_records', { headers: { Authorization: `bearer ${late}` } })
    expect(response.status).toBe(200)
  })

  it('without a token reads no rows and may not write', async () => {
    const read = await api.fetch('sleep_records')
    expect([read.status, await read.json()]).toEqual([200, []])
    const written = await api.fetch('sleep_records', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ ...nap, user_id: ana.id }),
    })
    expect(written.status).toBe(401)
    expect(written.headers.get('www-authenticate')).toBe('Bearer')
    expect(await written.json()).toEqual({
      code: '42501',
      message: 'new row violates row-level security policy for table "sleep_records"',
      details: null,
      hint: null,
    })
    const state = await api.fetch('sync_state')
    expect([state.status, (await state.json()).code]).toEqual([401, '42501'])
  })

  it('with the service key reads every row', async () => {
    await ana.client.from('baby_info').insert({ name: 'Lía' })
    const response = await api.fetch('baby_info?select=name', { headers: { apikey: api.serviceKey } })
    expect(await response.json()).toContainEqual({ name: 'Lía' })
  })

  it.each([
    [{ apikey: 'wrong' }, 'Invalid API key'],
    [{ apikey: '' }, 'No API key found in request'],
  ])('with the headers %j is refused by the gateway', async (headers, message) => {
    const response = await api.fetch('sleep_records', { headers })
    expect([response.status, (await response.json()).message]).toEqual([401, message])
  })
})
