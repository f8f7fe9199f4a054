import { expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { despertar, siesta } from '../../core/testing/records.ts'
import type { TimeZone } from '../../core/time/time.ts'
import { MADRID, timeZone } from '../../core/time/zone.ts'
import type { Diary } from './diary-ids.ts'
import { type ImportPlan, planImport } from './import-plan.ts'
import { readFile } from './read-file.ts'

type Answer = 'utc' | 'local'
/** The start, the end, and whether it is a nap: what Baby Buddy writes of a sleep. */
type Slept = [start: string, end: string, nap?: 0 | 1]

const empty: Diary = { familyId: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', records: [], deletedIds: new Set() }
const nap: Slept = ['08-11 12:00', '08-11 13:00', 1]
const later: Slept = ['08-11 14:00', '08-11 14:40', 1]
const night: Slept = ['08-10 18:30', '08-11 05:05', 0]
const file = [nap, later, night]

async function planOf(
  rows: readonly Slept[],
  answer: Answer,
  diary: Diary,
  zone: TimeZone = MADRID,
): Promise<ImportPlan> {
  const lines = rows.map(([start, end, isNap]) => `1,2025-${start}:00,2025-${end}:00,${isNap ?? ''}`)
  const bytes = new TextEncoder().encode(['child_id,start,end,nap', ...lines].join('\n'))
  const [asSaid, otherwise] = await Promise.all(
    [answer === 'utc', answer !== 'utc'].map((isUtc) => readFile(bytes, { baby: null, isUtc }, zone)),
  )
  if (asSaid?.kind !== 'read' || otherwise?.kind !== 'read') throw new Error('The file was to be read.')
  return planImport(asSaid.content, diary, zone, otherwise.content)
}

/** The diary after imports of the same file, one after the other. */
async function after(diary: Diary, rows: readonly Slept[], ...answers: Answer[]): Promise<Diary> {
  let now = diary
  for (const answer of answers) {
    now = imported(now, await planOf(rows, answer, now))
  }
  return now
}

function imported({ familyId, records, deletedIds }: Diary, plan: ImportPlan): Diary {
  const changed = new Set([...plan.moved, ...plan.gone].map(({ id }) => id))
  return {
    familyId,
    records: [...records.filter(({ id }) => !changed.has(id)), ...plan.moved, ...plan.records],
    deletedIds: new Set([...deletedIds, ...plan.gone.map(({ id }) => id)]),
  }
}

const said = ({ records }: Pick<Diary, 'records'>) =>
  records
    .map(({ type, date, start_time, time, end_time }) =>
      [type, date.slice(8), start_time ?? time, end_time].join(' ').trim(),
    )
    .toSorted((a, b) => a.localeCompare(b))

const byUtc = ['despertar 11 07:05', 'noche 10 20:30 07:05', 'siesta 11 14:00 15:00', 'siesta 11 16:00 16:40']
const byLocal = [
  'despertar 11 05:05',
  'noche 10 18:30 05:05',
  'siesta 11 12:00 13:00',
  'siesta 11 14:00 14:40',
]

const edited = (diary: Diary, start: string, change: Partial<SleepRecord>): Diary => {
  const records = diary.records.map((record) =>
    record.start_time === start ? { ...record, ...change } : record,
  )
  return { ...diary, records }
}
const without = (diary: Diary, start: string): Diary => {
  const gone = diary.records.filter(({ start_time }) => start_time === start).map(({ id }) => id)
  const records = diary.records.filter(({ id }) => !gone.includes(id))
  return { ...diary, records, deletedIds: new Set([...diary.deletedIds, ...gone]) }
}

it.each([
  ['local', 'utc', byUtc],
  ['utc', 'local', byLocal],
] as const)(
  'what was imported as %s stands once, as %s, when that is the next answer',
  async (first, second, right) => {
    const wrong = await after(empty, file, first)
    const plan = await planOf(file, second, wrong)
    expect(plan).toMatchObject({ records: [], duplicates: 0, skipped: [] })
    expect(plan.moved).toHaveLength(4)
    const now = await after(wrong, file, second)
    expect(said(now)).toEqual(right)
    expect(new Set(now.records.map(({ id }) => id))).toEqual(new Set(wrong.records.map(({ id }) => id)))
    expect(now.records.find(({ type }) => type === 'noche')).toMatchObject({ duration: 635, time: null })
    // Again, or back and forth, it is no other.
    expect(await planOf(file, second, now)).toMatchObject({ records: [], moved: [], duplicates: 3 })
    const back = await after(now, file, first)
    expect(said(back)).toEqual(said(wrong))
    expect(said(await after(back, file, second))).toEqual(right)
  },
)

it('keeps what was noted of a sleep since, and moves an end that was corrected along with its start', async () => {
  const wrong = await after(empty, file, 'local')
  const noted = { quality: 'mala', feedings: 2 } as const
  const now = await after(edited(wrong, '12:00', { ...noted, end_time: '13:10' }), file, 'utc')
  expect(now.records.find(({ start_time }) => start_time === '14:00')).toMatchObject({
    ...noted,
    end_time: '15:10',
    duration: 70,
  })
  const open = await after(edited(wrong, '12:00', { end_time: null, duration: null }), file, 'utc')
  expect(said(open)).toContain('siesta 11 14:00')
})

it('leaves a start and a kind as the carer has said them', async () => {
  const wrong = await after(empty, file, 'local')
  const now = await after(edited(wrong, '12:00', { start_time: '14:20', end_time: '15:00' }), file, 'utc')
  expect(said(now)).toEqual(byUtc.with(2, 'siesta 11 14:20 15:00'))
  expect(said(await after(edited(wrong, '18:30', { end_time: '07:05' }), file, 'utc'))).toEqual(byUtc)
  expect(said(await after(edited(wrong, '14:00', { type: 'noche' }), file, 'utc'))).toContain(
    'noche 11 16:00 16:40',
  )
})

it('moves nothing onto a sleep of the diary, logged by hand or imported by both answers, and says so', async () => {
  const wrong = await after(empty, file, 'local')
  for (const byHand of [siesta('2025-08-11', '14:00', '14:50'), siesta('2025-08-11', '14:05', '15:00')]) {
    // The nap at 16:00 is free, and the one that stands at 14:00 goes there.
    const plan = await planOf(file, 'utc', { ...wrong, records: [...wrong.records, byHand] })
    expect(said({ records: plan.moved })).not.toContain('siesta 11 14:00 15:00')
    expect(plan).toMatchObject({ records: [], skipped: [{ row: 2, reason: 'occupied' }] })
    expect(plan.moved).toHaveLength(3)
  }
  const right = await after(empty, file, 'utc')
  const both = { ...empty, records: [...right.records, ...wrong.records] }
  for (const answer of ['utc', 'local'] as const) {
    expect(await planOf(file, answer, both)).toMatchObject({ records: [], moved: [] })
  }
})

it('moves none that would lie over one that can’t move', async () => {
  const wrong = await after(empty, file, 'local')
  const byHand = siesta('2025-08-11', '16:05', '16:40')
  const plan = await planOf(file, 'utc', { ...wrong, records: [...wrong.records, byHand] })
  // The later nap stays at 14:00, where the first would go.
  expect(said({ records: plan.moved })).toEqual(['despertar 11 07:05', 'noche 10 20:30 07:05'])
  expect(plan.skipped.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'occupied'],
    [3, 'occupied'],
  ])
})

it('moves none back over one that can’t move', async () => {
  const wrong = await after(empty, file, 'utc')
  const byHand = siesta('2025-08-11', '12:05', '13:00')
  const plan = await planOf(file, 'local', { ...wrong, records: [...wrong.records, byHand] })
  expect(said({ records: plan.moved })).toEqual(['despertar 11 05:05', 'noche 10 18:30 05:05'])
})

it('adds what the file holds more than then, also where another sleep of it has come from', async () => {
  const wrong = await after(empty, [nap, night], 'local')
  expect(said(await after(wrong, file, 'utc'))).toEqual(byUtc)
  const back = await after(empty, [later, night], 'utc')
  const now = await after(back, file, 'local')
  expect(said(now)).toEqual(byLocal)
  expect(await planOf(file, 'local', now)).toMatchObject({ records: [], moved: [], duplicates: 3 })
})

it('gives back what was deleted, at the right time', async () => {
  const wrong = without(await after(empty, file, 'local'), '12:00')
  expect(said(await after(wrong, file, 'utc'))).toEqual(byUtc)
  // What was imported rightly isn't taken for another row that was misread.
  const right = without(await after(empty, file, 'utc'), '14:00')
  const plan = await planOf(file, 'utc', right)
  expect(plan.moved).toEqual([])
  expect(said({ records: plan.records })).toEqual(['siesta 11 14:00 15:00'])
})

it('isn’t outvoted by lines that the file repeats', async () => {
  const wrong = await after(empty, file, 'local')
  const repeated = [later, later, later, later, ...file]
  expect(said(await after(wrong, repeated, 'utc'))).toEqual(byUtc)
})

it('corrects the rest after an import that was cut off', async () => {
  const wrong = await after(empty, file, 'local')
  const part = { ...wrong, records: wrong.records.filter(({ start_time }) => start_time === '14:00') }
  expect(said(await after(part, file, 'utc'))).toEqual(byUtc)
  const plan = await planOf(file, 'utc', wrong)
  const [one] = plan.moved
  if (one === undefined) throw new Error('It was to be moved.')
  const half = { ...wrong, records: [...wrong.records.filter(({ id }) => id !== one.id), one] }
  expect(said(await after(half, file, 'utc'))).toEqual(byUtc)
})

it('gives a night its wake-up where only the right hours end it in the morning, and leaves one of the carer', async () => {
  const late: Slept = ['08-10 22:30', '08-11 10:30', 0]
  const wrong = await after(empty, [late], 'utc')
  expect(said(wrong)).toEqual(['noche 11 00:30 12:30'])
  expect(said(await after(wrong, [late], 'local'))).toEqual(['despertar 11 10:30', 'noche 10 22:30 10:30'])

  const local = await after(empty, [night], 'local')
  const own = local.records.map((record) =>
    record.type === 'despertar' ? { ...record, time: '07:20' } : record,
  )
  expect(said(await after({ ...empty, records: own }, [night], 'utc'))).toEqual([
    'despertar 11 07:20',
    'noche 10 20:30 07:05',
  ])
})

it('leaves no second wake-up on a day, and none where the right hours end no night in the morning', async () => {
  const local = await after(empty, [night], 'local')
  for (const time of ['07:05', '07:20'] as const) {
    const both = { ...empty, records: [...local.records, despertar('2025-08-11', time)] }
    expect(said(await after(both, [night], 'utc'))).toEqual([`despertar 11 ${time}`, 'noche 10 20:30 07:05'])
  }
  // One of the small hours isn't the day's.
  const small = { ...empty, records: [...local.records, despertar('2025-08-11', '03:10')] }
  expect(said(await after(small, [night], 'utc'))).toContain('despertar 11 07:05')

  const long: Slept = ['08-10 20:00', '08-11 10:30', 0]
  const wrong = await after(empty, [long], 'local')
  const right = await after(wrong, [long], 'utc')
  expect(said(right)).toEqual(['noche 10 22:00 12:30'])
  expect(said(await after(right, [long], 'local'))).toEqual(['despertar 11 10:30', 'noche 10 20:00 10:30'])
})

it('tells by the most of them that the file is here as it is read, where its naps stand two hours apart', async () => {
  const chain: Slept[] = [12, 14, 16].map((hour) => [`08-11 ${hour}:00`, `08-11 ${hour}:40`, 1])
  const right = await after(empty, chain, 'utc')
  expect(await planOf(chain, 'utc', right)).toMatchObject({ records: [], moved: [], duplicates: 3 })
  expect(said(await after(right, chain, 'local', 'utc'))).toEqual(said(right))
})

it('knows what it has moved, also where the carer has moved it on since', async () => {
  const right = await after(empty, file, 'local', 'utc')
  const now = edited(right, '14:00', { start_time: '19:00', end_time: '19:30' })
  expect(await planOf(file, 'utc', now)).toMatchObject({ records: [], moved: [], duplicates: 3 })
})

it('takes the kind of the right hours where the file says none, and leaves what is a wake-up by now', async () => {
  const unsaid: Slept[] = [['08-11 18:00', '08-11 19:30'], nap]
  const wrong = await after(empty, unsaid, 'local')
  expect(said(wrong)).toContain('siesta 11 18:00 19:30')
  expect(said(await after(wrong, unsaid, 'utc'))).toContain('noche 11 20:00 21:30')
  const woken = edited(wrong, '12:00', { type: 'despertar', start_time: null, time: '12:00', end_time: null })
  expect(said(await after(woken, unsaid, 'utc'))).toContain('despertar 11 12:00')
})

it('moves a start that is told as the time, and a wake-up that is told as a start', async () => {
  const wrong = await after(empty, [nap, night], 'local')
  const records = wrong.records.map((record) =>
    record.type === 'despertar' ? { ...record, start_time: record.time, time: null } : record,
  )
  const { moved } = await planOf(
    [nap, night],
    'utc',
    edited({ ...wrong, records }, '12:00', { start_time: null, time: '12:00' }),
  )
  expect(moved).toMatchObject([
    { start_time: '14:00', time: null },
    { start_time: null, time: '07:05' },
    { start_time: '20:30' },
  ])
})

it('leaves where the carer put it what happens to start at the other hours', async () => {
  const right = edited(await after(empty, file, 'local'), '18:30', { start_time: '20:30' })
  expect(await planOf(file, 'local', right)).toMatchObject({ records: [], moved: [], gone: [] })
})

it('moves nothing that both answers read alike, and the end alone where only that differs', async () => {
  const london = timeZone('Europe/London') ?? MADRID
  const winter: Slept = ['01-11 12:00', '01-11 13:00', 1]
  const clocks: Slept = ['03-30 00:30', '03-30 05:05', 0]
  const autumn: Slept = ['10-25 20:00', '10-26 06:05', 0]
  const rows = [winter, nap, clocks, autumn]
  const wrong = imported(empty, await planOf(rows, 'local', empty, london))
  const plan = await planOf(rows, 'utc', wrong, london)
  expect(said({ records: plan.moved })).toEqual([
    'despertar 30 06:05',
    'noche 25 21:00 06:05',
    'noche 30 00:30 06:05',
    'siesta 11 13:00 14:00',
  ])
  expect((await planOf(rows, 'utc', imported(wrong, plan), london)).moved).toEqual([])
})

it('loses neither of two sleeps that the other answer puts into one minute, on the night of two clocks', async () => {
  const twoClocks: Slept[] = [
    ['10-26 00:30', '10-26 00:45', 1],
    ['10-26 01:30', '10-26 01:45', 1],
  ]
  const now = await after(empty, twoClocks, 'utc', 'local')
  expect(said(now)).toEqual(['siesta 26 00:30 00:45', 'siesta 26 01:30 01:45'])
  expect(await planOf(twoClocks, 'local', now)).toMatchObject({ records: [], moved: [], duplicates: 2 })
})
