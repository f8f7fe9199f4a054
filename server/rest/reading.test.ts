import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
  const rows = [1, 2, 3, 4, 5, 6].map((day) => ({
    date: `2025-08-0${day}`,
    type: 'siesta',
    start_time: '10:00',
    end_time: day === 6 ? null : '11:00',
    quality: day === 1 ? 'buena' : null,
    disturbances: day === 1 ? ['fever', 'teething'] : [],
  }))
  const { error } = await ana.client.from('sleep_records').insert(rows)
  expect(error).toBeNull()
})
afterAll(() => api.close())

const first = 'date=eq.2025-08-01'

describe('select', () => {
  it.each([
    ['date', { date: '2025-08-01' }],
    ['day:date,type', { day: '2025-08-01', type: 'siesta' }],
    ['wake_ups::text', { wake_ups: '0' }],
    ['w:wake_ups::double precision', { w: 0 }],
    [' date , type ', { date: '2025-08-01', type: 'siesta' }],
    ['"date","time"', { date: '2025-08-01', time: null }],
    ['disturbances', { disturbances: ['fever', 'teething'] }],
    ['disturbances->0', { disturbances: 'fever' }],
    ['b:disturbances->>1', { b: 'teething' }],
    ['"Ñ \\"x\\"":type', { 'Ñ "x"': 'siesta' }],
  ])('select=%s answers what it names', async (select, row) => {
    const response = await ana.fetch(`sleep_records?${first}&select=${encodeURIComponent(select)}`)
    expect(await response.json()).toEqual([row])
  })

  it('answers every column by default, each in its JSON form', async () => {
    const { data } = await ana.client.from('sleep_records').select().eq('date', '2025-08-01').single()
    expect(data).toMatchObject({
      user_id: ana.id,
      date: '2025-08-01',
      duration: null,
      wake_ups: 0,
      op_id: null,
      rev: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/),
    })
    const empty = await ana.fetch(`sleep_records?${first}&select=`)
    expect(await empty.json()).toEqual([data])
  })

  it('answers a path by its last key', async () => {
    await ana.client.from('sleep_plans').insert({})
    const { data } = await ana.client
      .from('sleep_plans')
      .select('naps->0->wakeWindow,last:naps->-1->>duration')
    expect(data).toEqual([{ wakeWindow: '2h 15min', last: '45' }])
  })
})

describe('the order of rows', () => {
  it.each([
    ['date.desc&limit=2', ['06', '05']],
    ['end_time.desc,date&limit=2', ['06', '01']],
    ['end_time.desc.nullslast,date&limit=2', ['01', '02']],
    ['end_time.nullsfirst,date.asc&limit=1', ['06']],
    ['disturbances->>0,date.desc&limit=2', ['01', '06']],
  ])('is obeyed for order=%s', async (order, days) => {
    const response = await ana.fetch(`sleep_records?select=date&order=${order}`)
    expect(await response.json()).toEqual(days.map((day) => ({ date: `2025-08-${day}` })))
  })

  it('is obeyed for the official client', async () => {
    const { data } = await ana.client
      .from('sleep_records')
      .select('date')
      .order('end_time', { ascending: false, nullsFirst: true })
      .order('date', { ascending: false })
      .range(0, 1)
    expect(data).toEqual([{ date: '2025-08-06' }, { date: '2025-08-05' }])
  })
})

describe('ranges and counts', () => {
  it.each([
    ['', {}, 200, 6, '0-5/*'],
    ['limit=2', {}, 200, 2, '0-1/*'],
    ['limit=2&offset=1', {}, 200, 2, '1-2/*'],
    ['offset=-5', {}, 200, 6, '0-5/*'],
    ['limit=0', {}, 200, 0, '*/*'],
    ['offset=100', {}, 200, 0, '*/*'],
    ['limit=2', { Prefer: 'count=exact' }, 206, 2, '0-1/6'],
    ['', { Prefer: 'count=exact' }, 200, 6, '0-5/6'],
    ['limit=2', { Prefer: 'count=estimated' }, 206, 2, '0-1/6'],
    ['type=eq.noche', { Prefer: 'count=exact' }, 200, 0, '*/0'],
    ['offset=6', { Prefer: 'count=exact' }, 206, 0, '*/6'],
    ['', { Range: '1-2' }, 200, 2, '1-2/*'],
    ['', { Range: '4-' }, 200, 2, '4-5/*'],
    ['limit=5', { Range: '4-9', Prefer: 'count=exact' }, 206, 1, '4-4/6'],
    ['type=eq.noche', {}, 200, 0, '*/*'],
  ])('for the query «%s» and %j are answered', async (query, headers, status, rows, contentRange) => {
    const response = await ana.fetch(`sleep_records?${query}`, { headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toHaveLength(rows)
    expect(response.headers.get('content-range')).toBe(contentRange)
  })

  it.each([
    ['limit=-1', {}, 'Limit should be greater than or equal to zero.', null],
    [
      '',
      { Range: '5-2' },
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      null,
    ],
    [
      'offset=100',
      { Prefer: 'count=exact' },
      'An offset of 100 was requested, but there are only 6 rows.',
      '*/6',
    ],
  ])('for the query «%s» and %j are refused with 416', async (query, headers, details, contentRange) => {
    const response = await ana.fetch(`sleep_records?${query}`, { headers })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(await response.json()).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details,
      hint: null,
    })
  })

  it.each(['exact', 'planned', 'estimated'] as const)(
    'are answered to the official client with count=%s',
    async (count) => {
      const { data, count: counted } = await ana.client
        .from('sleep_records')
        .select('date', { count, head: true })
        .eq('type', 'siesta')
      expect(data).toBeNull()
      expect(counted).toSatisfy((rows: number) => (count === 'planned' ? rows > 0 : rows === 6))
    },
  )

  it('never exceed 1000 rows in an answer', async () => {
    const berta = await api.signedIn()
    await api.pool.query(
      `insert into sleep_records (user_id, date, type, start_time)
       select $1, '2024-01-01'::date + (n / 4), 'siesta', '10:00' from generate_series(1, 1005) n`,
      [berta.id],
    )
    const response = await berta.fetch('sleep_records?select=id&limit=5000', {
      headers: { Prefer: 'count=exact' },
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('0-999/1005')
    expect(await response.json()).toHaveLength(1000)
    const estimated = await berta.fetch('sleep_records?select=id&limit=1', {
      headers: { Prefer: 'count=estimated' },
    })
    const total = Number(estimated.headers.get('content-range')?.split('/')[1])
    expect(total).toBeGreaterThanOrEqual(1001)
  })
})

describe('an answer', () => {
  it('is one object for single and maybeSingle', async () => {
    const records = () => ana.client.from('sleep_records').select('date')
    expect((await records().eq('date', '2025-08-02').single()).data).toEqual({ date: '2025-08-02' })
    expect((await records().eq('date', '2025-08-02').maybeSingle()).data).toEqual({ date: '2025-08-02' })
    expect((await records().eq('date', '2020-01-01').maybeSingle()).data).toBeNull()
    const none = await records().eq('date', '2020-01-01').single()
    expect(none.status).toBe(406)
    expect(none.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
    })
    const many = await records().single()
    expect(many.error?.details).toBe('The result contains 6 rows')
  })

  it('is CSV when asked to', async () => {
    const { data } = await ana.client
      .from('sleep_records')
      .select('date,d:disturbances')
      .lte('date', '2025-08-02')
      .order('date')
      .csv()
    expect(data).toBe('date,d\n2025-08-01,"{fever,teething}"\n2025-08-02,{}')
    const empty = await ana.fetch('sleep_records?select=date,type&type=eq.noche', {
      headers: { Accept: 'text/csv' },
    })
    expect(empty.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await empty.text()).toBe('date,type')
  })

  it('leaves nulls out when asked to', async () => {
    const query = () => ana.client.from('sleep_records').select('date,quality').eq('date', '2025-08-02')
    expect((await query().stripNulls()).data).toEqual([{ date: '2025-08-02' }])
    expect((await query().single().stripNulls()).data).toEqual({ date: '2025-08-02' })
  })

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
  ])('names its type for Accept: %s', async (accept, type) => {
    const response = await ana.fetch(`sleep_records?${first}`, { headers: { Accept: accept } })
    expect(response.headers.get('content-type')).toBe(type)
  })

  it.each([
    'application/vnd.pgrst.plan+text; for="application/json"; options=;',
    'application/geo+json',
    'text/html',
  ])('is refused in the type %s', async (accept) => {
    const response = await ana.fetch('sleep_records', { headers: { Accept: accept } })
    expect(response.status).toBe(406)
    expect((await response.json()).code).toBe('PGRST107')
  })
})

describe('the headers of an answer', () => {
  it('name its location with sorted parameters and without the API key', async () => {
    const response = await ana.fetch(`sleep_records?select=date&order=date&limit=1&apikey=${api.anonKey}`)
    expect(response.headers.get('content-location')).toBe('/sleep_records?limit=1&order=date&select=date')
  })

  it('are the same for HEAD, without a body', async () => {
    const response = await ana.fetch('sleep_records?limit=2', {
      method: 'HEAD',
      headers: { Prefer: 'count=exact' },
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe('0-1/6')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('preference-applied')).toBe('count=exact')
    expect(await response.text()).toBe('')
  })

  it('ignore Range for HEAD', async () => {
    const response = await ana.fetch('sleep_records', { method: 'HEAD', headers: { Range: '0-1' } })
    expect(response.headers.get('content-range')).toBe('0-5/*')
  })
})

describe('the revisions and tombstones', () => {
  it('can be read by their owner', async () => {
    const { data: state } = await ana.client.from('sync_state').select('rev').single()
    expect(state?.rev).toBeGreaterThanOrEqual(6)
    const { data: deleted } = await ana.client.from('deleted_rows').select('id,rev').gt('rev', 0)
    expect(deleted).toEqual([])
  })
})
