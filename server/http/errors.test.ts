import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { drawAuthError, drawTableError, HttpError, toHttpError } from './errors.ts'

describe('an error that nobody foresaw', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())
  afterEach(() => void vi.restoreAllMocks())

  it('is written to the log, and the client only gets its id', async () => {
    const refusal = toHttpError(new Error('column "secret" of ana@example.com'), 'GET /auth/v1/user')
    const body = await drawAuthError(refusal, null).json()
    expect(body).toEqual({
      code: 500,
      error_code: 'unexpected_failure',
      msg: 'Unexpected failure, please check server logs',
      error_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(vi.mocked(console.error).mock.calls.join()).toContain(body.error_id)
    expect(await drawAuthError(refusal, '2024-01-01').json()).toEqual({
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs',
    })
  })

  it.each([
    [{ code: '57P01' }, 503],
    [{ code: '53300' }, 503],
    [{ code: '08006' }, 503],
    [{ code: '55P03' }, 503],
    [{ code: '40P01' }, 503],
    [{ code: 'ECONNREFUSED' }, 503],
    [{ code: 'ENOTFOUND' }, 503],
    [{ code: 'ETIMEDOUT' }, 503],
    [{ code: 'EMFILE' }, 503],
    [{ code: '25006' }, 503],
    [{ code: '26000' }, 503],
    [{ code: '42P05' }, 503],
    [{ code: '42501', file: 'fd.c' }, 503],
    [{ code: '28P01', severity: 'FATAL' }, 503],
    [{ message: 'timeout exceeded when trying to connect' }, 503],
    [{ message: 'Connection terminated unexpectedly' }, 503],
    [{ code: '42703' }, 500],
    [{}, 500],
  ])('with %j is answered with %s', (fields, status) => {
    expect(toHttpError(Object.assign(new Error('x'), fields), 'GET /').status).toBe(status)
  })
})

it('a refusal of the table API has four fields and names its code in a header', async () => {
  const drawn = drawTableError(
    new HttpError(400, 'PGRST100', 'no', { hint: 'so', headers: { 'X-Odd': '1' } }),
  )
  expect(await drawn.json()).toEqual({ code: 'PGRST100', message: 'no', details: null, hint: 'so' })
  expect(drawn.headers.get('proxy-status')).toBe('PostgREST; error=PGRST100')
  expect(drawn.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(drawn.headers.get('x-odd')).toBe('1')
})
