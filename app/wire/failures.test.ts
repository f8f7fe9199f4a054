import { describe, expect, it } from 'vitest'
import {
  endsSession,
  failedResult,
  isRefreshAnswer,
  isRefusal,
  isTableAnswer,
  mayBeDone,
  unanswered,
  whyEnded,
} from './failures.ts'
import { NotSent } from './request.ts'

const tableError = { code: '23514', message: 'check', details: null, hint: null }

function json(status: number, body: unknown): Response {
  return Response.json(body, { status })
}

describe('isRefusal', () => {
  it.each([0, 301, 401, 408, 425, 429, 500, 502, 503, 504, 520])('%i stays in the queue', (status) => {
    expect(isRefusal({ status, code: null, message: '' })).toBe(false)
  })

  it.each([400, 403, 404, 406, 409, 413, 414, 422, 431])('%i is put aside', (status) => {
    expect(isRefusal({ status, code: 'X', message: '' })).toBe(true)
  })
})

describe('failedResult', () => {
  it.each([
    ['one was sent a moment ago', 'For security purposes, you can only request this after 9 seconds.', null],
    ['none is left for now', 'email rate limit exceeded', 'mails_used_up'],
  ])('tells why a mail wasn’t sent: %s', (_why, message, own) => {
    const code = 'over_email_send_rate_limit'
    expect(failedResult({ status: 429, code, message }).code).toBe(own ?? code)
  })
})

describe('mayBeDone', () => {
  it.each([0, 301, 408, 500, 502, 503, 504, 520])('%i leaves open what became of a call', (status) => {
    expect(mayBeDone({ status, code: null, message: '' })).toBe(true)
  })

  it('is not asked of what had no network to go by', () => {
    expect(mayBeDone(unanswered(new NotSent()))).toBe(false)
    expect(mayBeDone(unanswered(new TypeError()))).toBe(true)
  })

  it.each([400, 401, 403, 404, 409, 413, 422, 425, 429])('%i says that nothing was done', (status) => {
    expect(mayBeDone({ status, code: 'X', message: '' })).toBe(false)
  })
})

describe('isTableAnswer', () => {
  it.each([
    ['a write without a body', new Response(null, { status: 204 }), 'PATCH'],
    ['a created row', new Response(null, { status: 201 }), 'POST'],
    ['a page of rows', json(200, []), 'GET'],
    [
      'an upsert that added nothing',
      new Response('', { status: 200, headers: { 'content-range': '*/*' } }),
      'POST',
    ],
    ['a refusal', json(400, tableError), 'POST'],
    ['a conflict', json(409, tableError), 'POST'],
    ['a busy server', new Response('busy', { status: 503 }), 'POST'],
    ['an expired token', new Response('', { status: 401 }), 'GET'],
    ['a body that is too long', new Response('too long', { status: 413 }), 'POST'],
    ['an address that is too long', new Response('<html>', { status: 414 }), 'DELETE'],
    ['a head that is too long', new Response(null, { status: 431 }), 'DELETE'],
  ])('%s is one', async (_what, response, method) => {
    expect(await isTableAnswer(response, method)).toBe(true)
  })

  it.each([
    ["a hotel's login page", new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'GET'],
    [
      "a hotel's login page for a write",
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'POST',
    ],
    ["a portal's JSON for a write", json(200, { captive: true }), 'PATCH'],
    ['an empty 404, which the client takes for success', new Response('', { status: 404 }), 'DELETE'],
    ["a firewall's 403", new Response('<html>', { status: 403 }), 'POST'],
    ["a proxy's JSON without a code", json(400, { error: 'bad' }), 'POST'],
    ['a JSON string', json(400, 'bad'), 'POST'],
  ])('%s is none', async (_what, response, method) => {
    expect(await isTableAnswer(response, method)).toBe(false)
  })
})

describe('whyEnded', () => {
  it('is what somebody else did, else the code of a refusal for good', async () => {
    const gone = { code: 'refresh_token_not_found', message: '' }
    expect(await whyEnded(json(400, { ...gone, session_ended: 'password_changed' }))).toBe('password_changed')
    expect(await whyEnded(json(400, gone))).toBe('refresh_token_not_found')
    expect(await whyEnded(json(400, { ...gone, session_ended: 7 }))).toBe('refresh_token_not_found')
    expect(await whyEnded(json(400, { code: 400, error_code: 'user_banned', msg: '' }))).toBe('user_banned')
  })

  it.each([
    ['tokens', json(200, { access_token: 'a', refresh_token: 'b' })],
    ['a busy server', json(429, { code: 'over_request_rate_limit', message: '' })],
    ['a wrong password', json(400, { code: 'invalid_credentials', message: '' })],
    ["a hotel's page", new Response('<html>', { status: 403 })],
  ])('%s ends none', async (_what, response) => {
    expect(await whyEnded(response)).toBeNull()
  })
})

describe('isRefreshAnswer', () => {
  it('is tokens, or a refusal for good', async () => {
    expect(await isRefreshAnswer(json(200, { access_token: 'a', refresh_token: 'b' }))).toBe(true)
    expect(await isRefreshAnswer(json(400, { code: 'refresh_token_not_found', message: '' }))).toBe(true)
    expect(await isRefreshAnswer(json(400, { code: 400, error_code: 'session_expired', msg: '' }))).toBe(true)
  })

  it('is nothing that passes, because the client would end the session', async () => {
    expect(await isRefreshAnswer(json(429, { code: 'over_request_rate_limit', message: '' }))).toBe(false)
    expect(await isRefreshAnswer(json(409, { code: 'conflict', message: '' }))).toBe(false)
    expect(await isRefreshAnswer(json(401, { message: 'Invalid API key' }))).toBe(false)
    expect(await isRefreshAnswer(new Response('<html>', { status: 200 }))).toBe(false)
    expect(await isRefreshAnswer(json(200, { ok: true }))).toBe(false)
    expect(await isRefreshAnswer(json(500, { code: 'unexpected_failure', message: '' }))).toBe(false)
  })
})

describe('endsSession', () => {
  it('needs a refusal and a code that says so', () => {
    expect(endsSession({ status: 400, code: 'user_banned' })).toBe(true)
    expect(endsSession({ status: 403, code: 'trial_ended' })).toBe(true)
    expect(endsSession({ status: 503, code: 'user_banned' })).toBe(false)
    expect(endsSession({ status: 400, code: 'bad_json' })).toBe(false)
    expect(endsSession({ status: 400, code: null })).toBe(false)
  })
})
