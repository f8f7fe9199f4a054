import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, refusal, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

const CHECK = '23514'
const NOT_NULL = '23502'
const NOT_UNIQUE = '23505'

type Row = Record<string, unknown>

/** These rows are complete, and the tests below change them in one place each. */
const NAP: Row = { date: '2025-08-11', type: 'siesta', start_time: '13:05', end_time: '14:35', duration: 90 }
const WAKE_UP: Row = { date: '2025-08-11', type: 'despertar', time: '07:10' }

const DEFAULT_NAPS = [
  { duration: 90, wakeWindow: '2h 15min' },
  { duration: 120, wakeWindow: '2h 30min' },
  { duration: 45, wakeWindow: '2h 45min' },
]
const [FIRST_NAP, SECOND_NAP] = DEFAULT_NAPS

onEachEngine((db) => {
  let carer: Caller
  let id: string

  beforeAll(async () => {
    id = await db.createUser()
    carer = user(db.pool, id)
  })

  async function insert(table: string, row: Row) {
    const columns = Object.keys(row)
    const places = columns.map((_, index) => `$${index + 1}`)
    const values = columns.map((column) => (column === 'naps' ? JSON.stringify(row[column]) : row[column]))
    const into =
      columns.length > 0
        ? `(${columns.map((c) => `"${c}"`).join()}) values (${places.join()})`
        : 'default values'
    const { rows } = await carer(`insert into public.${table} ${into} returning *`, ...values)
    return rows[0]
  }

  describe('sleep_records', () => {
    it('starts with nothing noted', async () => {
      expect(
        await insert('sleep_records', { date: '2025-08-11', type: 'siesta', start_time: '13:05' }),
      ).toMatchObject({
        user_id: id,
        date: '2025-08-11',
        type: 'siesta',
        start_time: '13:05',
        end_time: null,
        time: null,
        duration: null,
        wake_ups: 0,
        quality: null,
        disturbances: [],
        feedings: 0,
        diaper_changes: 0,
        op_id: null,
      })
    })

    it.each([
      { name: 'a nap', row: NAP },
      { name: 'a wake-up', row: WAKE_UP },
      {
        name: 'a night',
        row: { ...NAP, type: 'noche', start_time: '19:30', end_time: '07:00', duration: 690 },
      },
      { name: 'a start under its older name', row: { ...NAP, start_time: null, time: '13:05' } },
      { name: 'every quality', row: { ...NAP, quality: 'mala' } },
      { name: 'an empty quality', row: { ...NAP, quality: '' } },
      {
        name: 'every disturbance',
        row: { ...NAP, disturbances: ['fever', 'routineChange', 'newFood', 'reducedAppetite', 'teething'] },
      },
      { name: 'the autumn night of 25 h', row: { ...NAP, duration: 1500 } },
      { name: 'the first day', row: { ...NAP, date: '2000-01-01' } },
      { name: 'the last day', row: { ...NAP, date: '2100-12-31' } },
      { name: 'midnight', row: { ...NAP, start_time: '00:00', end_time: '23:59' } },
      { name: 'the most of everything', row: { ...NAP, wake_ups: 10, feedings: 99, diaper_changes: 99 } },
    ])('takes $name', async ({ row }) => {
      expect(await insert('sleep_records', row)).toMatchObject(row)
    })

    it.each([
      ['23502', { ...NAP, date: null }],
      [CHECK, { ...NAP, date: '1999-12-31' }],
      [CHECK, { ...NAP, date: '2101-01-01' }],
      [CHECK, { ...NAP, date: 'infinity' }],
      [CHECK, { ...NAP, date: '-infinity' }],
      ['22008', { ...NAP, date: '2025-02-30' }],
      ['22007', { ...NAP, date: 'ayer' }],
      [NOT_NULL, { ...NAP, type: null }],
      [CHECK, { ...NAP, type: 'Siesta' }],
      [CHECK, { ...NAP, type: '' }],
      [CHECK, { ...NAP, start_time: '24:00' }],
      [CHECK, { ...NAP, start_time: '9:05' }],
      [CHECK, { ...NAP, start_time: '13:05:00' }],
      [CHECK, { ...NAP, start_time: '13:05\n' }],
      [CHECK, { ...NAP, start_time: '' }],
      [CHECK, { ...NAP, end_time: '13:60' }],
      [CHECK, { ...NAP, end_time: '١٣:٠٥' }],
      [CHECK, { ...NAP, start_time: null }],
      [CHECK, { ...WAKE_UP, time: null }],
      [CHECK, { ...WAKE_UP, time: '7:10' }],
      [CHECK, { ...WAKE_UP, start_time: '07:10' }],
      [CHECK, { ...WAKE_UP, end_time: '07:10' }],
      [CHECK, { ...NAP, duration: -1 }],
      [CHECK, { ...NAP, duration: 1501 }],
      ['22P02', { ...NAP, duration: 1.5 }],
      ['22003', { ...NAP, duration: 3_000_000_000 }],
      [CHECK, { ...NAP, wake_ups: -1 }],
      [CHECK, { ...NAP, wake_ups: 11 }],
      [NOT_NULL, { ...NAP, wake_ups: null }],
      [CHECK, { ...NAP, quality: 'excelente' }],
      [CHECK, { ...NAP, disturbances: ['gases'] }],
      [CHECK, { ...NAP, disturbances: [null] }],
      [CHECK, { ...NAP, disturbances: [['fever'], ['teething']] }],
      [CHECK, { ...NAP, disturbances: Array.from({ length: 6 }, () => 'fever') }],
      [NOT_NULL, { ...NAP, disturbances: null }],
      [CHECK, { ...NAP, feedings: -1 }],
      [CHECK, { ...NAP, feedings: 100 }],
      [CHECK, { ...NAP, diaper_changes: -1 }],
      [CHECK, { ...NAP, diaper_changes: 100 }],
      ['22P02', { ...NAP, id: 'not-a-uuid' }],
    ])('refuses with %s %j', async (code, row) => {
      expect(await refusal(insert('sleep_records', row))).toBe(code)
    })

    it('holds an update to the same rules', async () => {
      const { id: row } = await insert('sleep_records', NAP)
      const update = carer(`update public.sleep_records set type = 'despertar' where id = $1`, row)
      expect(await refusal(update)).toBe(CHECK)
    })
  })

  describe.each([
    { table: 'baby_info', defaults: { name: 'Mi bebé', birth_date: todayInMadrid() } },
    {
      table: 'sleep_plans',
      defaults: {
        first_wake_window: '1h 30min',
        naps_count: 3,
        naps: DEFAULT_NAPS,
        night_bedtime: '19:30',
        reminders: false,
      },
    },
  ])('$table', ({ table, defaults }) => {
    it('is made with its defaults, once per user', async () => {
      expect(await insert(table, {})).toMatchObject({ ...defaults, user_id: id })
      expect(await refusal(insert(table, {}))).toBe(NOT_UNIQUE)
    })
  })

  it.each<[string, Row]>([
    ['baby_info', { name: '' }],
    ['baby_info', { name: ' \n ' }],
    ['baby_info', { name: 'x'.repeat(81) }],
    ['baby_info', { birth_date: '1999-12-31' }],
    ['baby_info', { birth_date: 'infinity' }],
    ['sleep_plans', { first_wake_window: '' }],
    ['sleep_plans', { first_wake_window: 'x'.repeat(61) }],
    ['sleep_plans', { naps_count: 1 }],
    ['sleep_plans', { naps_count: 5 }],
    ['sleep_plans', { night_bedtime: '7:30' }],
    ['sleep_plans', { naps: [] }],
    ['sleep_plans', { naps: [FIRST_NAP] }],
    ['sleep_plans', { naps: [...DEFAULT_NAPS, ...DEFAULT_NAPS] }],
    ['sleep_plans', { naps: {} }],
    ['sleep_plans', { naps: 'siesta' }],
    ['sleep_plans', { naps: 3 }],
    ['sleep_plans', { naps: null }],
    ['sleep_plans', { naps: [FIRST_NAP, null] }],
    ['sleep_plans', { naps: [FIRST_NAP, [SECOND_NAP]] }],
    ['sleep_plans', { naps: [FIRST_NAP, { duration: 90 }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { wakeWindow: '2h' }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, note: 'x' }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, duration: '90' }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, duration: [90] }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, duration: 100 }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, duration: 90.5 }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, duration: 0 }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, duration: 195 }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, wakeWindow: '' }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, wakeWindow: 135 }] }],
    ['sleep_plans', { naps: [FIRST_NAP, { ...SECOND_NAP, wakeWindow: 'x'.repeat(61) }] }],
  ])('refuses %s with %j', async (table, row) => {
    await carer(`insert into public.${table} default values on conflict do nothing`)
    const [column = ''] = Object.keys(row)
    const value =
      table === 'sleep_plans' && column === 'naps' ? JSON.stringify(row.naps) : Object.values(row)[0]
    expect(await refusal(carer(`update public.${table} set ${column} = $1`, value))).toBe(CHECK)
  })

  it('keeps a nap list that is longer or shorter than the count beside it', async () => {
    await carer('insert into public.sleep_plans default values on conflict do nothing')
    const { rowCount } = await carer('update public.sleep_plans set naps_count = 4')
    expect(rowCount).toBe(1)
  })
})

function todayInMadrid(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format()
}
