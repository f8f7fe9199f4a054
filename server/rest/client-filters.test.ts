import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, startTableApi, type TableApi } from '../testing/table-api.ts'

// These tests ask every filter of the official client of a small diary.

let api: TableApi
let ana: Caller

beforeAll(async () => {
  api = await startTableApi()
  ana = await api.signedIn()
  const nap = { type: 'siesta', wake_ups: 0, quality: null as string | null, disturbances: [] as string[] }
  const rows = [
    { ...nap, date: '2025-08-09', start_time: '09:00', duration: 30 },
    {
      ...nap,
      date: '2025-08-10',
      start_time: '10:00',
      duration: 60,
      quality: 'buena',
      disturbances: ['fever'],
    },
    {
      ...nap,
      date: '2025-08-11',
      start_time: '11:00',
      duration: 90,
      quality: 'mala',
      disturbances: ['fever', 'teething'],
    },
    { ...nap, date: '2025-08-12', start_time: '21:00', duration: null, type: 'noche', wake_ups: 3 },
  ]
  const { error } = await ana.client.from('sleep_records').insert(rows)
  expect(error).toBeNull()
  const plan = await ana.client.from('sleep_plans').insert({ reminders: true })
  expect(plan.error).toBeNull()
})
afterAll(() => api.close())

const FILTERS = [
  ['eq', (q: Query) => q.eq('quality', 'buena'), '10'],
  ['neq', (q: Query) => q.neq('date', '2025-08-09'), '10 11 12'],
  ['gt', (q: Query) => q.gt('duration', 30), '10 11'],
  ['gte', (q: Query) => q.gte('duration', 30), '09 10 11'],
  ['lt', (q: Query) => q.lt('date', '2025-08-11'), '09 10'],
  ['lte', (q: Query) => q.lte('date', '2025-08-11'), '09 10 11'],
  ['like', (q: Query) => q.like('start_time', '1%'), '10 11'],
  ['like with *', (q: Query) => q.like('start_time', '*1:*'), '11 12'],
  ['likeAllOf', (q: Query) => q.likeAllOf('start_time', ['1%', '%0:00']), '10'],
  ['likeAnyOf', (q: Query) => q.likeAnyOf('start_time', ['09%', '21%']), '09 12'],
  ['ilike', (q: Query) => q.ilike('quality', 'BUE%'), '10'],
  ['ilikeAllOf', (q: Query) => q.ilikeAllOf('quality', ['M%', '%A']), '11'],
  ['ilikeAnyOf', (q: Query) => q.ilikeAnyOf('quality', ['M%', 'B%']), '10 11'],
  ['regexMatch', (q: Query) => q.regexMatch('start_time', '^1[01]:'), '10 11'],
  ['regexIMatch', (q: Query) => q.regexIMatch('quality', '^MALA$'), '11'],
  ['is null', (q: Query) => q.is('quality', null), '09 12'],
  ['isDistinct', (q: Query) => q.isDistinct('duration', 60), '09 11 12'],
  ['in', (q: Query) => q.in('date', ['2025-08-09', '2025-08-12']), '09 12'],
  ['in, quoted', (q: Query) => q.in('quality', ['buena', 'x,y)', 'a"b']), '10'],
  ['in, empty', (q: Query) => q.in('quality', []), ''],
  ['notIn', (q: Query) => q.notIn('date', ['2025-08-09', '2025-08-12']), '10 11'],
  ['contains', (q: Query) => q.contains('disturbances', ['fever']), '10 11'],
  ['containedBy', (q: Query) => q.containedBy('disturbances', ['fever', 'newFood']), '09 10 12'],
  ['overlaps', (q: Query) => q.overlaps('disturbances', ['teething', 'newFood']), '11'],
  ['textSearch', (q: Query) => q.textSearch('type', "'noche'"), '12'],
  [
    'textSearch, plain',
    (q: Query) => q.textSearch('type', 'noche', { type: 'plain', config: 'simple' }),
    '12',
  ],
  ['textSearch, phrase', (q: Query) => q.textSearch('type', 'noche', { type: 'phrase' }), '12'],
  [
    'textSearch, websearch',
    (q: Query) => q.textSearch('type', 'noche or nada', { type: 'websearch', config: 'spanish' }),
    '12',
  ],
  ['match', (q: Query) => q.match({ type: 'siesta', quality: 'mala' }), '11'],
  ['not', (q: Query) => q.not('quality', 'is', null), '10 11'],
  ['not in', (q: Query) => q.not('duration', 'in', '(30,60)'), '11'],
  ['or', (q: Query) => q.or('quality.eq.mala,type.eq.noche'), '11 12'],
  [
    'or, nested',
    (q: Query) => q.or('duration.eq.30,and(wake_ups.gt.2,not.and(type.eq.siesta,quality.is.null))'),
    '09 12',
  ],
  [
    'or, with a list',
    (q: Query) => q.or('date.in.("2025-08-09",2025-08-10),disturbances.cs.{fever,teething}'),
    '09 10 11',
  ],
  ['filter', (q: Query) => q.filter('duration', 'gte', '60'), '10 11'],
  ['filter, any', (q: Query) => q.filter('duration', 'eq(any)', '{30,90}'), '09 11'],
  ['filter, all', (q: Query) => q.filter('duration', 'gt(all)', '{30,60}'), '11'],
  ['several', (q: Query) => q.gte('duration', 30).lt('duration', 90).neq('quality', 'mala'), '10'],
] as const

type Query = ReturnType<typeof allRecords>

function allRecords() {
  return ana.client.from('sleep_records').select('date')
}

describe('filters of the official client', () => {
  it.each(FILTERS)('%s finds the rows that match', async (_, filter, days) => {
    const { data, error, status } = await filter(allRecords()).order('date')
    expect(error).toBeNull()
    expect(status).toBe(200)
    expect(data?.map((row) => row.date.slice(-2)).join(' ')).toBe(days)
  })

  it.each([
    ['true', 1],
    ['false', 0],
    ['unknown', 0],
    ['not_null', 1],
  ])('is.%s finds the rows that match', async (value, rows) => {
    const response = await ana.fetch(`sleep_plans?reminders=is.${value}`)
    expect(await response.json()).toHaveLength(rows)
  })

  it.each([
    ['naps->0->>duration=eq.90', 1],
    ['naps->0->duration=eq.90', 1],
    ['naps->-1->>wakeWindow=eq.2h 45min', 1],
    ['naps->7->>duration=is.null', 1],
    ['naps->>0=like.*wakeWindow*', 1],
    ['or=(naps->0->>duration.eq.1,naps->1->>duration.eq.120)', 1],
    ['user_id->>x=is.null', 1],
  ])('the filter %s finds rows by a place inside JSON', async (query, rows) => {
    const response = await ana.fetch(`sleep_plans?${query}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveLength(rows)
  })

  // No column has a range type. What counts is that PostgreSQL answers, and that the answer says what isn't there.
  it.each([
    ['rangeGt', (q: Query) => q.rangeGt('date', '[2025-01-01,2025-02-01)')],
    ['rangeGte', (q: Query) => q.rangeGte('date', '[2025-01-01,2025-02-01)')],
    ['rangeLt', (q: Query) => q.rangeLt('date', '[2025-01-01,2025-02-01)')],
    ['rangeLte', (q: Query) => q.rangeLte('date', '[2025-01-01,2025-02-01)')],
    ['rangeAdjacent', (q: Query) => q.rangeAdjacent('date', '[2025-01-01,2025-02-01)')],
    ['like on a date', (q: Query) => q.like('date', '2025%')],
  ])('%s on a column without such an operator is refused', async (_, filter) => {
    const { error, status } = await filter(allRecords())
    expect([status, error?.code]).toEqual([404, '42883'])
  })
})
