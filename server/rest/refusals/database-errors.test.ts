import { randomUUID } from 'node:crypto'
import { chmod, stat } from 'node:fs/promises'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { asRole } from '../../db/as-role.ts'
import { openPool } from '../../db/open.ts'
import { type Caller, startTableApi, type TableApi } from '../../testing/table-api.ts'
import { restApp } from '../rest-app.ts'
import { fromDatabase } from './pg-errors.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
})
afterAll(() => api.close())

describe('an error of PostgreSQL', () => {
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
    ['58030', 503],
    ['53100', 503],
    ['25006', 503],
    ['26000', 503],
    ['42P05', 503],
    ['XX000', 500],
    ['P0001', 400],
    ['PT418', 418],
    ['PT999', 400],
    ['21000', 400],
    ['22P02', 400],
    ['42601', 400],
    ['42883', 404],
  ])('with SQLSTATE %s is answered with %i', (code, status) => {
    const error = new DatabaseError('message', 7, 'error')
    Object.assign(error, { code, detail: 'detail', hint: 'hint' })
    expect(fromDatabase(error, false)).toMatchObject({
      status,
      code,
      message: 'message',
      extra: { details: 'detail', hint: 'hint' },
    })
  })

  it.each([
    ['42501', { file: 'md.c' }, 503],
    ['42501', { file: 'aclchk.c' }, 403],
    ['42809', { file: 'fd.c' }, 503],
    ['XX000', { file: 'xlog.c' }, 503],
    ['42501', { severity: 'FATAL' }, 503],
    ['28000', { severity: 'FATAL' }, 503],
    ['XX000', { severity: 'PANIC' }, 503],
  ])('%s of %j → %i', (code, fields, status) => {
    const error = Object.assign(new DatabaseError('message', 7, 'error'), { code, ...fields })
    expect(fromDatabase(error, false)?.status).toBe(status)
  })

  it('asks nobody to sign in, and knows what is not the database’s', () => {
    const refused = Object.assign(new DatabaseError('no', 2, 'error'), { code: '42501' })
    expect(fromDatabase(refused, true)).toMatchObject({
      status: 401,
      extra: { headers: { 'WWW-Authenticate': 'Bearer' } },
    })
    const waited = new Error('timeout exceeded when trying to connect')
    expect(fromDatabase(waited, false)).toMatchObject({ status: 504, code: 'PGRST003' })
    const full = Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' })
    expect(fromDatabase(full, false)).toMatchObject({ status: 503, code: 'PGRST000' })
    const lost = new Error('Connection terminated unexpectedly')
    expect(fromDatabase(lost, false)).toMatchObject({ status: 503, code: 'PGRST001' })
    expect(fromDatabase(new TypeError('a mistake of ours'), false)).toBeNull()
    expect(fromDatabase('no error at all', false)).toBeNull()
  })
})

describe('a database that is away', () => {
  it('is answered with 503 as often as it is asked', async () => {
    const db = openPool({ host: '127.0.0.1', port: 1 })
    const app = restApp({
      db,
      inLine: (_who, task) => task(false),
      verifyBearer: async () => ({ role: 'anon' }),
      onChanged: () => undefined,
      isDiskNearlyFull: () => false,
      replica: null,
      onAccountDeleted: () => undefined,
    })
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const response = await app.request('/rest/v1/sleep_records', { headers: { apikey: api.anonKey } })
      expect([response.status, (await response.json()).code]).toEqual([503, 'PGRST000'])
    }
    await db.end()
  })

  it('fails only the request whose connection broke', async () => {
    const nap = { date: '2025-08-10', type: 'siesta', start_time: '10:00' }
    const keeper = await api.pool.connect()
    await keeper.query('begin; lock table sleep_records')
    const waiting = ana.client
      .from('sleep_records')
      .insert(nap)
      .then((answer) => answer)
    const blocked = `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await api.pool.query(blocked)).rowCount).toBe(1)
    const { status, error } = await waiting
    await keeper.query('rollback')
    keeper.release()
    expect([status, error?.code]).toEqual([503, '57P01'])
    expect((await ana.client.from('sleep_records').select('id')).data).toEqual([])
    expect((await ana.client.from('sleep_records').insert(nap)).status).toBe(201)
  })
})

describe('a database whose disk can’t be written', () => {
  it('answers 503, which the phone repeats, and takes the same save afterwards', async () => {
    const other = await api.signedIn()
    const nap = {
      id: randomUUID(),
      date: '2025-08-10',
      type: 'siesta',
      start_time: '10:00',
      op_id: randomUUID(),
    }
    const { rows } = await api.pool.query<{ file: string }>(
      `select current_setting('data_directory') || '/' || pg_relation_filepath('sleep_records') as file`,
    )
    const file = rows[0]?.file ?? ''
    const { mode } = await stat(file)
    await chmod(file, 0o400)
    // Connections that have the file open already would go on writing.
    const hangUp = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await api.pool.query(hangUp)
    const said = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => said.mockRestore())
    let answer = await other.client.from('sleep_records').insert(nap)
    while (answer.error?.code !== '58030') answer = await other.client.from('sleep_records').insert(nap)
    const logged = said.mock.calls.join()
    await chmod(file, mode & 0o777)
    expect([answer.status, answer.error]).toEqual([
      503,
      expect.objectContaining({ code: '58030', message: "The database can't use its files." }),
    ])
    expect(logged).toContain('Permission denied')
    expect((await other.client.from('sleep_records').insert(nap)).status).toBe(201)
    expect((await other.client.from('sleep_records').select('id')).data).toEqual([{ id: nap.id }])
  })

  it.each(['26000', '42P05'])('forgets a connection that has lost its statements (%s)', async (code) => {
    const pool = openPool(api.pool.options, 1)
    const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    const before = await pid()
    const text = `do $$ begin raise sqlstate '${code}'; end $$`
    await expect(asRole(pool, { role: 'anon' }, { text, values: [] })).rejects.toMatchObject({ code })
    expect(await pid()).not.toBe(before)
    await pool.end()
  })
})
