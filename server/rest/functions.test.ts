import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTableApi, type TableApi } from '../testing/table-api.ts'

let api: TableApi

beforeAll(async () => {
  api = await startTableApi()
})
afterAll(() => api.close())

const call = (path: string, body?: string, headers: Record<string, string> = {}) =>
  api.fetch(`rpc/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })

describe('a function that answers', () => {
  it('answers its value as JSON, to the official client too', async () => {
    const { id, client } = await api.signedIn()
    const there = await client.rpc('account_exists', { account_id: id })
    expect([there.status, there.data, there.error]).toEqual([200, true, null])
    const unknown = await client.rpc('account_exists', { account_id: randomUUID() })
    expect([unknown.status, unknown.data]).toEqual([200, null])
    const plain = await call('account_exists', JSON.stringify({ account_id: id }))
    expect(plain.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(plain.headers.get('content-range')).toBe('0-0/*')
    expect(await plain.text()).toBe('true')
  })
})

describe('the arguments of a function', () => {
  it.each([
    ['application/json', (id: string) => JSON.stringify([{ account_id: id }]), 200],
    ['text/csv', (id: string) => `account_id\n${id}`, 400],
    ['application/x-www-form-urlencoded', (id: string) => `account_id=${id}`, 200],
    ['application/json', () => '{"account_id":{"a":1}}', 400],
    ['application/json', () => '{"account_id":"\\u0000"}', 400],
    ['application/json', () => '[]', 404],
    ['application/json', () => '7', 404],
    ['text/plain', (id: string) => id, 400],
  ])('may be sent as %s or are refused: %#', async (type, body, status) => {
    const { id } = await api.signedIn()
    expect((await call('account_exists', body(id), { 'Content-Type': type })).status).toBe(status)
  })
})

describe('an argument that is a text', () => {
  /** Invites somebody by this JSON as name, into a family of its own, and answers that and who is invited then. */
  async function invite(
    name: string | null,
  ): Promise<[status: number, code: string | undefined, names: string[]]> {
    const { client, fetch } = await api.signedIn()
    const answer = await fetch('rpc/invite_to_family?columns=role,name,until', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"role":"viewer","until":null${name === null ? '' : `,"name":${name}`}}`,
    })
    const { data } = await client.rpc('my_families')
    const names = data[0].invitations.map((invitation: { name: string }) => invitation.name)
    return [answer.status, (await answer.json()).code, names]
  }

  it.each([
    ['"Abuela 👵"', 'Abuela 👵'],
    ['7', '7'],
    ['{"a":[1,null]}', '{"a":[1,null]}'],
    ['["a","b"]', '["a","b"]'],
  ])('is kept as it is sent, or as the text of its JSON: %s', async (sent, name) => {
    expect(await invite(sent)).toEqual([200, undefined, [name]])
  })

  it.each([
    ['isn’t sent', null, '23502'],
    ['is null', 'null', '23502'],
    ['is half a surrogate pair', '"\\ud83d"', '22P02'],
    ['is NUL', '"\\u0000"', '22021'],
  ])('is refused where it %s', async (_, sent, code) => {
    expect(await invite(sent)).toEqual([400, code, []])
  })

  it('is refused as the table API refuses it where it is no Unicode', async () => {
    const { fetch } = await api.signedIn()
    const headers = { 'Content-Type': 'application/json' }
    const send = async (path: string, body: string) =>
      (await fetch(path, { method: 'POST', headers, body })).json()
    const refused = await send('rpc/look_at_invitation', '{"token":"\\ud83d"}')
    expect(refused).toMatchObject({ code: '22P02', details: expect.stringContaining('surrogate') })
    expect(await send('baby_info', '{"name":"\\ud83d"}')).toEqual(refused)
  })
})

describe('a call of a function', () => {
  it.each([
    [
      'account_exists',
      '{}',
      404,
      'PGRST202',
      'Could not find the function public.account_exists without parameters in the schema cache',
    ],
    [
      'account_exists',
      undefined,
      404,
      'PGRST202',
      'Could not find the function public.account_exists without parameters in the schema cache',
    ],
    [
      'account_exists',
      '{"id":"x"}',
      404,
      'PGRST202',
      'Could not find the function public.account_exists(id) in the schema cache',
    ],
    [
      'account_exists',
      '{"b":1,"account_id":"x"}',
      404,
      'PGRST202',
      'Could not find the function public.account_exists(account_id, b) in the schema cache',
    ],
    [
      'delete_my_account',
      '{"x":1}',
      404,
      'PGRST202',
      'Could not find the function public.delete_my_account(x) in the schema cache',
    ],
    [
      'delete_account',
      '{"account_id":"x"}',
      404,
      'PGRST202',
      'Could not find the function public.delete_account without parameters in the schema cache',
    ],
    [
      '__proto__',
      '{}',
      404,
      'PGRST202',
      'Could not find the function public.__proto__ without parameters in the schema cache',
    ],
    [
      'answer_question',
      '{"reply":"x","seen":null}',
      404,
      'PGRST202',
      'Could not find the function public.answer_question(reply, seen) in the schema cache',
    ],
    [
      'answer_question',
      '{"id":"x","reply":"x","is_new":null}',
      404,
      'PGRST202',
      'Could not find the function public.answer_question(id, is_new, reply) in the schema cache',
    ],
    ['account_exists', '{"account_id":"x"}', 400, '22P02', 'invalid input syntax for type uuid: "x"'],
    ['account_exists', '{"account_id":null}', 400, '22P02', 'invalid input syntax for type uuid: "null"'],
    ['account_exists', '{', 400, 'PGRST102', 'Empty or invalid json'],
    ['account_exists/x', '{}', 404, 'PGRST125', 'Invalid path specified in request URL'],
    ['delete_my_account', '{}', 401, '42501', 'permission denied for function delete_my_account'],
  ])('is refused as PostgREST does for POST rpc/%s %j', async (path, body, status, code, message) => {
    const answer = await call(path, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code, message })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('is refused with the function and parameters that were looked for', async () => {
    const details = async (body: string) => (await (await call('account_exists', body)).json()).details
    expect(await details('{"id":1}')).toBe(
      'Searched for the function public.account_exists with parameter id, but no matches were found in the schema cache.',
    )
    expect(await details('{"b":1,"a":2}')).toBe(
      'Searched for the function public.account_exists with parameters a, b, but no matches were found in the schema cache.',
    )
  })

  it.each(['GET', 'PATCH', 'PUT', 'DELETE'])('is refused by %s', async (method) => {
    const answer = await api.fetch('rpc/account_exists', { method })
    expect(answer.status).toBe(405)
    expect(await answer.json()).toMatchObject({
      code: 'PGRST101',
      message: `Cannot use the ${method} method on RPC`,
    })
  })

  it('is refused in another schema', async () => {
    const answer = await call('delete_my_account', '{}', { 'Content-Profile': 'auth' })
    expect([answer.status, (await answer.json()).code]).toEqual([406, 'PGRST106'])
  })

  it('is refused for the service key, which has no account of its own', async () => {
    const answer = await call('delete_my_account', '{}', { authorization: `Bearer ${api.serviceKey}` })
    expect([answer.status, (await answer.json()).code]).toEqual([403, '42501'])
  })

  it('is only offered by POST', async () => {
    const answer = await api.fetch('rpc/delete_my_account', { method: 'OPTIONS' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([200, 'OPTIONS,POST'])
  })
})
