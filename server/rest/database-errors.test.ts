import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../../supabase/tests/table-api.ts'
import { openPool } from '../db/open.ts'
import { fromDatabase } from './pg-errors.ts'
import { restApp } from './rest-app.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
})
afterAll(() => api.close())

describe('the status of what PostgreSQL says', () => {
  it.each([
    ['23503', 409],
    ['23505', 409],
    ['23514', 400],
    ['42501', 403],
    ['57014', 500],
    ['57P01', 503],
    ['57P02', 503],
    ['57P03', 503],
    ['08006', 503],
    ['53300', 503],
    ['25P02', 500],
    ['28000', 403],
    ['40001', 500],
    ['54000', 400],
    ['54001', 500],
    ['55P03', 500],
    ['58030', 500],
    ['XX000', 500],
    ['P0001', 400],
    ['PT418', 418],
    ['PT999', 400],
    ['21000', 400],
    ['22P02', 400],
    ['42601', 400],
  ])('%s → %i', (code, status) => {
    const error = new DatabaseError('message', 7, 'error')
    Object.assign(error, { code, detail: 'detail', hint: 'hint' })
    expect(fromDatabase(error, false)).toMatchObject({
      status,
      code,
      message: 'message',
      extra: { details: 'detail', hint: 'hint' },
    })
  })

  it('asks nobody to sign in, and knows what is not the database’s', () => {
    const refused = Object.assign(new DatabaseError('no', 2, 'error'), { code: '42501' })
    expect(fromDatabase(refused, true)).toMatchObject({
      status: 401,
      extra: { headers: { 'WWW-Authenticate': 'Bearer' } },
    })
    const waited = new Error('timeout exceeded when trying to connect')
    expect(fromDatabase(waited, false)).toMatchObject({ status: 504, code: 'PGRST003' })
    const lost = new Error('Connection terminated unexpectedly')
    expect(fromDatabase(lost, false)).toMatchObject({ status: 503, code: 'PGRST001' })
    expect(fromDatabase(new TypeError('a mistake of ours'), false)).toBeNull()
    expect(fromDatabase('no error at all', false)).toBeNull()
  })
})

describe('a database that goes away', () => {
  it('answers 503 until it is there', async () => {
    const db = openPool({ host: '127.0.0.1', port: 1 })
    const app = restApp({
      db,
      verifyBearer: async () => ({ role: 'anon' }),
      onChanged: () => undefined,
      onAccountDeleted: () => undefined,
    })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await app.request('/rest/v1/sleep_records', { headers: { apikey: api.anonKey } })
      expect([response.status, (await response.json()).code]).toEqual([503, 'PGRST000'])
    }
    await db.end()
  })

  it('loses one request with its connection, and no more', async () => {
    const nap = { date: '2025-08-10', type: 'siesta', start_time: '10:00' }
    const keeper = await api.pool.connect()
    await keeper.query('begin; lock table sleep_records')
    const waiting = ana.client
      .from('sleep_records')
      .insert(nap)
      .then((answer) => answer)
    const blocked = `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    let ended: unknown[] = []
    while (ended.length === 0) ended = (await api.pool.query(blocked)).rows
    const { status, error } = await waiting
    await keeper.query('rollback')
    keeper.release()
    expect([status, error?.code]).toEqual([503, '57P01'])
    expect((await ana.client.from('sleep_records').select('id')).data).toEqual([])
    expect((await ana.client.from('sleep_records').insert(nap)).status).toBe(201)
  })
})
