import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
})
beforeEach(async () => {
  ana = await api.signedIn()
})
afterAll(() => api.close())

const nap = { date: '2025-08-10', type: 'siesta', start_time: '10:00' }

function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  return ana.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

async function rows(columns = 'date,duration'): Promise<unknown> {
  const { data } = await ana.client.from('sleep_records').select(columns).order('date')
  return data
}

describe('update', () => {
  beforeEach(async () => {
    await ana.client.from('sleep_records').insert([nap, { ...nap, date: '2025-08-11' }])
  })

  it('changes the rows that match', async () => {
    const response = await send('PATCH', 'sleep_records?date=eq.2025-08-10', { duration: 45 })
    expect(response.status).toBe(204)
    expect(response.headers.get('content-range')).toBe('0-0/*')
    expect(await rows()).toEqual([
      { date: '2025-08-10', duration: 45 },
      { date: '2025-08-11', duration: null },
    ])
  })

  it('answers the rows', async () => {
    const { data, status, count } = await ana.client
      .from('sleep_records')
      .update({ disturbances: ['fever'], quality: 'mala' }, { count: 'exact' })
      .or('date.eq.2025-08-10,date.eq.2025-08-11')
      .select('date,disturbances')
      .order('date', { ascending: false })
    expect([status, count]).toEqual([200, 2])
    expect(data).toEqual([
      { date: '2025-08-11', disturbances: ['fever'] },
      { date: '2025-08-10', disturbances: ['fever'] },
    ])
  })

  it('of more rows than an answer holds is refused whole where it has to answer them', async () => {
    await api.pool.query(
      `insert into sleep_records (user_id, date, type, start_time)
       select $1, '2024-01-01'::date + (n / 4), 'siesta', '10:00' from generate_series(1, 1001) n`,
      [ana.id],
    )
    const wide = { Prefer: 'return=representation' }
    const refused = await send('PATCH', 'sleep_records?date=lt.2025-01-01', { duration: 45 }, wide)
    expect([refused.status, await refused.json()]).toEqual([
      400,
      {
        code: '54000',
        message: 'No more than 1000 written rows are answered',
        details: 'The query affects 1001 rows',
        hint: 'Write fewer rows at once, or ask for return=minimal.',
      },
    ])
    expect((await ana.fetch('sleep_records?duration=eq.45&limit=1')).headers.get('content-range')).toBe('*/*')
    const minimal = await send('PATCH', 'sleep_records?date=lt.2025-01-01', { duration: 45 })
    expect(minimal.headers.get('content-range')).toBe('0-1000/*')
    const fewer = await send('PATCH', 'sleep_records?date=lt.2024-09-07', { duration: 50 }, wide)
    expect([fewer.status, (await fewer.json()).length]).toEqual([200, 999])
  })

  it('succeeds when no row matches', async () => {
    const response = await send('PATCH', 'sleep_records?date=eq.1999-01-01', { duration: 45 })
    expect([response.status, response.headers.get('content-range')]).toEqual([204, '*/*'])
    const { data, status } = await ana.client
      .from('sleep_records')
      .update({ duration: 1 })
      .eq('date', '1999-01-01')
      .select()
    expect([status, data]).toEqual([200, []])
  })

  it.each([{}, []])('with the body %j changes nothing', async (body) => {
    const response = await send('PATCH', 'sleep_records?date=eq.2025-08-10', body)
    expect(response.status).toBe(204)
    const shown = await send('PATCH', 'sleep_records?date=eq.2025-08-10', body, {
      Prefer: 'return=representation',
    })
    expect([shown.status, await shown.json()]).toEqual([200, []])
  })

  it('sets a missing value to its default when asked to', async () => {
    await send('PATCH', 'sleep_records?date=eq.2025-08-10', { wake_ups: 4 })
    const response = await send(
      'PATCH',
      'sleep_records?date=eq.2025-08-10&columns=wake_ups',
      {},
      {
        Prefer: 'missing=default,return=representation',
      },
    )
    expect(await response.json()).toMatchObject([{ wake_ups: 0 }])
  })

  it('is undone when more rows than allowed would change', async () => {
    const update = (most: number) =>
      ana.client.from('sleep_records').update({ duration: 9 }).gte('date', '2025-01-01').maxAffected(most)
    const { error, status } = await update(1)
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: 'PGRST124',
      message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 2 rows',
    })
    expect(await rows('duration')).toEqual([{ duration: null }, { duration: null }])
    expect((await update(2)).status).toBe(204)
  })

  it('is undone when the one row asked for is not one', async () => {
    const { status } = await ana.client
      .from('sleep_records')
      .update({ duration: 9 })
      .gte('date', '2025-01-01')
      .select()
      .single()
    expect(status).toBe(406)
    expect(await rows('duration')).toEqual([{ duration: null }, { duration: null }])
  })

  it('ignores tx=rollback, which the API does not grant', async () => {
    const { data } = await ana.client
      .from('sleep_records')
      .update({ duration: 7 })
      .eq('date', '2025-08-10')
      .select('duration')
      .rollback()
    expect(data).toEqual([{ duration: 7 }])
    expect(await rows('duration')).toEqual([{ duration: 7 }, { duration: null }])
  })
})

describe('delete', () => {
  beforeEach(async () => {
    await ana.client.from('sleep_records').insert([nap, { ...nap, date: '2025-08-11' }])
  })

  it('removes the rows that match', async () => {
    const response = await ana.fetch('sleep_records?date=eq.2025-08-10', { method: 'DELETE' })
    expect([response.status, response.headers.get('content-range')]).toEqual([204, '*/*'])
    expect(await rows('date')).toEqual([{ date: '2025-08-11' }])
    const again = await ana.fetch('sleep_records?date=eq.2025-08-10', { method: 'DELETE' })
    expect(again.status).toBe(204)
  })

  it('answers the deleted rows and their number', async () => {
    const { data, count, status } = await ana.client
      .from('sleep_records')
      .delete({ count: 'exact' })
      .gte('date', '2025-01-01')
      .select('date')
      .order('date')
    expect([status, count]).toEqual([200, 2])
    expect(data).toEqual([{ date: '2025-08-10' }, { date: '2025-08-11' }])
  })

  it('is undone when more rows than allowed would go', async () => {
    const { error } = await ana.client.from('sleep_records').delete().gte('date', '2025-01-01').maxAffected(1)
    expect(error?.code).toBe('PGRST124')
    expect(await rows('date')).toHaveLength(2)
  })

  it('obeys max-affected only with handling=strict', async () => {
    const response = await ana.fetch('sleep_records?date=gte.2025-01-01', {
      method: 'DELETE',
      headers: { Prefer: 'max-affected=1' },
    })
    expect(response.status).toBe(204)
  })
})

describe('a write that answers no rows', () => {
  const SELECTS = ['nope', 'date::nope', '*,baby_info(*)', 'count()', 'date,,']
  const some = '&date=eq.2025-08-10'

  it.each(
    SELECTS.flatMap((select): [method: string, query: string, prefer: string, status: number][] => [
      ['POST', `select=${select}`, 'return=headers-only', 201],
      ['POST', `select=${select}`, 'return=minimal', 201],
      ['PATCH', `select=${select}${some}`, 'return=minimal', 204],
      ['DELETE', `select=${select}${some}`, '', 204],
    ]),
  )('doesn’t look at select: %s %s, %s', async (method, query, prefer, status) => {
    const body = method === 'PATCH' ? { duration: 1 } : nap
    const response = await send(method, `sleep_records?${query}`, body, { Prefer: prefer })
    expect(response.status).toBe(status)
  })

  it.each(SELECTS)('is refused with select=%s as soon as it answers some', async (select) => {
    const headers = { Prefer: 'return=representation' }
    expect((await send('POST', `sleep_records?select=${select}`, nap, headers)).status).toBe(400)
    expect(await rows('date')).toEqual([])
  })
})
