import { describe, expect, it } from 'vitest'
import { type BabyInfo, DEFAULT_BABY_NAME } from '../../core/baby/age.ts'
import { DEFAULT_PLAN, defaultNap, type SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { despertar, noche, siesta } from '../../core/testing/records.ts'
import { MADRID } from '../../core/time/zone.ts'
import type { FileContent } from './file-content.ts'
import { writeFullCopy } from './full-copy.ts'
import { writeBabyTable, writePlanTable, writeRecordsTable } from './own-tables.ts'
import { readFile } from './read-file.ts'

const TAP = { kind: 'wake_ups', time: '10:20' }
const uuid = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const baby: BabyInfo = {
  id: 'b',
  user_id: 'u1',
  name: '=Ana "la peque"; ñ',
  birth_date: '2025-01-31',
  birth_date_known: true,
}
const plan: SleepPlan = { id: 'p', user_id: 'u1', ...DEFAULT_PLAN, reminders: true }
const records: SleepRecord[] = [
  { ...despertar('2025-08-11', '07:05'), id: uuid(1) },
  {
    ...siesta('2025-08-11', '10:00', '11:30'),
    id: uuid(2),
    duration: 90,
    wake_ups: 2,
    quality: 'regular',
    disturbances: ['fever', 'routineChange'],
    feedings: 1,
    diaper_changes: 3,
    taps: [
      { id: '7fd8baa1-7f71-5be9-8d1c-7a0e9c0b1a11', kind: 'wake_ups', time: '10:20' },
      { id: '7fd8baa1-7f71-5be9-8d1c-7a0e9c0b1a12', kind: 'wake_ups', time: '10:20' },
      { id: '7fd8baa1-7f71-5be9-8d1c-7a0e9c0b1a13', kind: 'feedings', time: '11:05' },
    ],
  },
  { ...noche('2025-08-10', '20:30'), id: uuid(3) },
  // An older row keeps its start in `time`, and a second sleep may begin at the same minute.
  { ...siesta('2025-08-11', null, '11:00'), id: uuid(4), time: '10:00', duration: 60 },
]

async function contentOf(text: string): Promise<FileContent> {
  const result = await readFile(new TextEncoder().encode(text), { baby: null, isUtc: false }, MADRID)
  if (result.kind !== 'read') throw new Error(result.problem)
  return result.content
}
const timesOf = ({ type, date, start_time, end_time, time }: Omit<SleepRecord, 'id' | 'user_id'>) =>
  [type, date, start_time, end_time, time].join()
const withoutTapIds = <Row extends Pick<SleepRecord, 'taps'>>(row: Row) => ({
  ...row,
  taps: row.taps.map(({ kind, time }) => ({ kind, time })),
})
const withoutOwner = ({ user_id: _owner, ...record }: SleepRecord) => record
const found = ({ rows }: FileContent) => rows.map(({ id, record }) => ({ id, ...record }))

describe('the full copy', () => {
  const text = writeFullCopy(
    { baby, plan, records, account: { email: 'ana@example.com' } },
    'Nana',
    '2025-08-11',
  )

  it('says what it is, by whom and since when', () => {
    expect(JSON.parse(text)).toMatchObject({
      format: 'baby-sleep-diary',
      version: 1,
      created_by: 'Nana',
      created_on: '2025-08-11',
      time_zone: 'Europe/Madrid',
      records: [{ date: '2025-08-11', type: 'despertar', time: '07:05' }, {}, {}, {}],
    })
    expect(text).not.toContain('user_id')
  })

  it('reads back whole', async () => {
    const content = await contentOf(text)
    expect(content.source).toBe('copy')
    expect(found(content)).toEqual(records.map(withoutOwner))
    expect(content.skipped).toEqual([])
    expect(content.baby).toEqual({ name: baby.name, birth_date: baby.birth_date, birth_date_known: true })
    expect(content.plan).toEqual({ ...DEFAULT_PLAN, reminders: true })
  })

  it.each([
    [{ birth_date_known: false }, { name: baby.name }],
    [{ name: DEFAULT_BABY_NAME }, { birth_date: baby.birth_date, birth_date_known: true }],
    [{ name: DEFAULT_BABY_NAME, birth_date_known: false }, null],
  ])('made of a baby with %j takes no later name or birth away: it says %j', async (then, told) => {
    const early = writeFullCopy({ baby: { ...baby, ...then }, plan, records }, 'Nana', '2025-08-11')
    expect((await contentOf(early)).baby).toEqual(told)
  })

  it('keeps the zone the family lives by, and its times as they were read off the wall there', async () => {
    const zone = { time_zone: 'Atlantic/Canary', time_zone_since: '2025-08-11' }
    const canary = writeFullCopy({ baby: { ...baby, ...zone }, plan, records }, 'Nana', '2025-08-11')
    expect(JSON.parse(canary).time_zone).toBe('Atlantic/Canary')
    const content = await contentOf(canary)
    expect(content.baby).toMatchObject(zone)
    expect(found(content)).toEqual(records.map(withoutOwner))
  })

  it.each([
    [{ date: '2025-02-30' }, 'Fecha'],
    [{ type: 'sueño' }, 'Tipo'],
    [{ start_time: '24:00' }, 'Inicio'],
    [{ start_time: null }, 'Inicio'],
    [{ type: 'despertar' }, 'Hora'],
    [{ wake_ups: 11 }, 'Despertares'],
    [{ feedings: -1 }, 'Tomas'],
    [{ diaper_changes: 1.5 }, 'Pañales'],
    [{ quality: 'fatal' }, 'Calidad'],
    [{ disturbances: ['rayos'] }, 'Alteraciones'],
    [{ duration: 1501 }, 'Duración (min)'],
    [{ taps: [{ id: 'x', kind: 'wake_ups', time: '10:20' }] }, 'Horas anotadas'],
    [{ taps: [{ id: uuid(9), kind: 'quality', time: '10:20' }] }, 'Horas anotadas'],
    [
      { taps: Array.from({ length: 121 }, (_, at) => ({ ...TAP, id: uuid(9).slice(0, -3) + (100 + at) })) },
      'Horas anotadas',
    ],
    ['text', 'Fecha'],
  ])('leaves out what the database would refuse: %j', async (change, column) => {
    const { user_id: _owner, ...nap } = siesta('2025-08-11', '10:00', '11:30')
    const odd = typeof change === 'string' ? change : { ...nap, ...change }
    const content = await contentOf(
      JSON.stringify({ format: 'baby-sleep-diary', version: 1, records: [odd, nap] }),
    )
    expect(content.skipped).toEqual([{ row: 1, reason: 'bad-value', word: column }])
    expect(content.rows.map(({ row }) => row)).toEqual([2])
  })

  it('does without a baby or a plan that is damaged', async () => {
    const damaged = {
      format: 'baby-sleep-diary',
      version: 1,
      baby: { name: ' ' },
      plan: { naps: [] },
      records: [],
    }
    expect(await contentOf(JSON.stringify(damaged))).toMatchObject({ baby: null, plan: null })
  })
})

describe('our tables', () => {
  it('the records read back whole, with the minutes of their times', async () => {
    const text = writeRecordsTable(records, MADRID)
    expect(text).toContain(
      '2025-08-11;siesta;10:00;11:30;;90;2;regular;Fiebre o enfermedad, Cambios en rutina/entorno;1;3;Despertar 10:20, Despertar 10:20, Toma 11:05;22222222',
    )
    const content = await contentOf(text)
    expect(content.source).toBe('records')
    expect(found(content).map(withoutTapIds)).toEqual(records.map(withoutOwner).map(withoutTapIds))
    // A table has no ids of taps: what it says makes the same ones wherever it is read.
    const ids = content.rows.flatMap(({ record }) => record.taps.map(({ id }) => id))
    expect(new Set(ids).size).toBe(3)
    const again = await contentOf(text)
    expect(again.rows.flatMap(({ record }) => record.taps.map(({ id }) => id))).toEqual(ids)
  })

  it('the records cut off at any place are refused, or whole rows are missing at the end', async () => {
    const text = writeRecordsTable(records, MADRID)
    const said = new Set(records.map(timesOf))
    for (let length = text.indexOf('\r\n') + 3; length < text.length; length += 1) {
      const bytes = new TextEncoder().encode(text.slice(0, length))
      const result = await readFile(bytes, { baby: null, isUtc: false }, MADRID)
      // Cut within its last cell, the id, a row still says all about the sleep.
      if (result.kind === 'unusable') expect(result.problem).toBe('broken')
      else expect(result.content.rows.filter(({ record }) => !said.has(timesOf(record)))).toEqual([])
    }
  })

  it('a row with a mistake says in which column', async () => {
    const content = await contentOf(
      'Fecha;Tipo;Inicio;Fin;Despertares\n2025-08-11;siesta;10:00;once;0\n2025-08-11;siesta;10:00;11:00;muchos\nayer;siesta;10:00;11:00;0\n\n2025-08-11;siesta;12:00;13:00;0\n',
    )
    expect(content.skipped).toEqual([
      { row: 2, reason: 'bad-value', word: 'Fin' },
      { row: 3, reason: 'bad-value', word: 'Despertares' },
      { row: 4, reason: 'bad-value', word: 'Fecha' },
    ])
    expect(content.rows.map(({ row, id }) => [row, id])).toEqual([[6, null]])
  })

  it('the plan reads back, with two naps or four', async () => {
    const two = { ...plan, naps_count: 2 as const, naps: [defaultNap(0), defaultNap(1)], reminders: false }
    const four = { ...plan, naps_count: 4 as const, naps: [0, 1, 2, 3].map(defaultNap) }
    for (const whole of [plan, two, four]) {
      const { id: _id, user_id: _owner, ...values } = whole
      expect(await contentOf(writePlanTable(whole))).toMatchObject({ source: 'plan', plan: values })
    }
  })

  it('the baby reads back, a name that looks like a formula included', async () => {
    const text = writeBabyTable(baby)
    expect(text).toContain(`"'=Ana ""la peque""; ñ"`)
    expect(await contentOf(text)).toMatchObject({
      source: 'baby',
      baby: { name: baby.name, birth_date: baby.birth_date },
    })
  })

  it('a baby whose birth date isn’t known reads back by its name alone, and has no age then either', async () => {
    const text = writeBabyTable({ ...baby, name: 'Ana', birth_date_known: false })
    expect(text).toContain('Ana;\r\n')
    expect((await contentOf(text)).baby).toEqual({ name: 'Ana' })
  })

  it('a plan or a baby that is damaged is no file', async () => {
    for (const text of [
      `Nombre;Fecha de nacimiento\n${'a'.repeat(81)};\n`,
      'Nombre;Fecha de nacimiento\nAna\n',
      'Nombre;Fecha de nacimiento\nAna;ayer\n',
      'Ventana tras despertar;Siestas al día\n1h;9\n',
    ]) {
      await expect(contentOf(text)).rejects.toThrow('broken')
    }
  })
})

describe('who logged a record', () => {
  const named = (record: SleepRecord) => (record.id === uuid(2) ? 'Marta' : null)

  it('stands in the table and in the full copy where it is known, and both are read as ever', async () => {
    const table = writeRecordsTable(records, MADRID, named)
    const copy = writeFullCopy({ baby, plan, records, loggedBy: named }, 'Nana', '2025-08-11')
    expect(table.split('\r\n')[0]).toMatch(/"?Anotado por"?$/)
    expect(table.split('\r\n')[2]).toMatch(/"?Marta"?$/)
    expect(copy.match(/"logged_by": ".*"/g)).toEqual(['"logged_by": "Marta"'])
    for (const text of [table, copy]) expect((await contentOf(text)).rows).toHaveLength(records.length)
  })

  it('takes no column where one person alone logs', () => {
    expect(writeRecordsTable(records, MADRID)).not.toContain('Anotado por')
  })
})
