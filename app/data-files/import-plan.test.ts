import { describe, expect, it } from 'vitest'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { despertar, noche, siesta } from '../../core/testing/records.ts'
import { MADRID, timeZone } from '../../core/time/zone.ts'
import { idAfterDeletion } from './derived-id.ts'
import type { Diary } from './diary-ids.ts'
import { type FileContent, type FoundRow, NO_CONTENT, type Source } from './file-content.ts'
import { planImport } from './import-plan.ts'
import { readFile } from './read-file.ts'

const userId = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
const otherUser = '6ba7b811-9dad-11d1-80b4-00c04fd430c8'
const empty: Diary = { familyId: userId, records: [], deletedIds: new Set() }

function fileOf(source: Source, records: SleepRecord[], ids: (string | null)[] = []): FileContent {
  const rows = records.map(({ id: _id, user_id: _owner, ...record }, index): FoundRow => {
    return { row: index + 2, id: ids[index] ?? null, record }
  })
  return { ...NO_CONTENT, source, rows }
}
/** The diary as it is after an import. */
async function after(diary: Diary, file: FileContent): Promise<Diary> {
  const { records } = await planImport(file, diary, MADRID)
  return { ...diary, records: [...diary.records, ...records] }
}
const said = (records: readonly SleepRecord[]) =>
  records.map((record) => `${record.type} ${record.date} ${record.start_time ?? record.time}`)

const night = noche('2025-08-10', '20:30', '07:05')
const nap = siesta('2025-08-11', '13:05', '14:30')
const foreign = fileOf('huckleberry', [nap, night])

describe('a file of another app', () => {
  it('becomes records of this account, newest first, with the wake-ups its nights end with', async () => {
    const plan = await planImport(foreign, empty, MADRID)
    expect(said(plan.records)).toEqual([
      'siesta 2025-08-11 13:05',
      'despertar 2025-08-11 07:05',
      'noche 2025-08-10 20:30',
    ])
    expect(plan).toMatchObject({
      counts: { siesta: 1, noche: 1, despertar: 1 },
      readWakeUps: 1,
      duplicates: 0,
      skipped: [],
      from: '2025-08-10',
      to: '2025-08-11',
    })
    expect(plan.records.every(({ user_id }) => user_id === userId)).toBe(true)
  })

  it('adds nothing when it is repeated, in another order or after an edit', async () => {
    const diary = await after(empty, foreign)
    const edited = diary.records.map((record) => ({ ...record, end_time: '15:00', start_time: '12:58' }))
    for (const now of [diary, { ...diary, records: edited }]) {
      const again = await planImport(fileOf('huckleberry', [night, nap]), now, MADRID)
      expect(again.records).toEqual([])
      expect(again.duplicates).toBe(2)
      expect(again.edits).toEqual([])
    }
  })

  it('makes the same ids on another phone, and others for another account', async () => {
    const ids = async (diary: Diary) => (await planImport(foreign, diary, MADRID)).records.map(({ id }) => id)
    expect(await ids(empty)).toEqual(await ids(empty))
    expect(await ids({ ...empty, familyId: otherUser })).not.toEqual(await ids(empty))
    expect(new Set(await ids(empty)).size).toBe(3)
  })

  it('brings back what was deleted, under an id that was never used', async () => {
    const first = await planImport(foreign, empty, MADRID)
    const deletedIds = new Set(first.records.map(({ id }) => id))
    const second = await planImport(foreign, { ...empty, deletedIds }, MADRID)
    expect(said(second.records)).toEqual(said(first.records))
    expect(second.records.some(({ id }) => deletedIds.has(id))).toBe(false)
    const third = await planImport(foreign, { ...empty, records: second.records, deletedIds }, MADRID)
    expect(third.records).toEqual([])
  })

  it('knows a record whose deletion was undone and whose start was corrected', async () => {
    const file = fileOf('huckleberry', [nap])
    const [added] = (await planImport(file, empty, MADRID)).records
    if (added === undefined) throw new Error('It was to be imported.')
    const back = { ...added, id: idAfterDeletion(added.id), start_time: '15:00', end_time: '16:00' }
    const diary = { ...empty, records: [back], deletedIds: new Set([added.id]) }
    expect(await planImport(file, diary, MADRID)).toMatchObject({ records: [], duplicates: 1 })
  })

  it('takes what was logged by hand for what it is', async () => {
    const byHand = [siesta('2025-08-11', '13:05', '14:10'), despertar('2025-08-11', '07:20')]
    const plan = await planImport(foreign, { ...empty, records: byHand }, MADRID)
    expect(said(plan.records)).toEqual(['noche 2025-08-10 20:30'])
    expect(plan.duplicates).toBe(1)
  })

  it('keeps the wake-up that a day has already, and makes up none beside that of the file', async () => {
    const file = fileOf('napper', [despertar('2025-08-11', '07:10'), nap, night])
    expect(said((await planImport(file, empty, MADRID)).records)).toEqual([
      'siesta 2025-08-11 13:05',
      'despertar 2025-08-11 07:10',
      'noche 2025-08-10 20:30',
    ])
    const plan = await planImport(file, { ...empty, records: [despertar('2025-08-11', '07:20')] }, MADRID)
    expect(plan.counts.despertar).toBe(0)
    expect(plan).toMatchObject({ duplicates: 1, readWakeUps: 0 })
  })

  it('takes no wake-up of the small hours for that of the day, in the diary or in the file', async () => {
    const early = despertar('2025-08-11', '03:10')
    const diary = { ...empty, records: [early] }
    const file = fileOf('napper', [despertar('2025-08-11', '07:05'), night])
    expect(said((await planImport(file, diary, MADRID)).records)).toContain('despertar 2025-08-11 07:05')
    expect(said((await planImport(foreign, diary, MADRID)).records)).toContain('despertar 2025-08-11 07:05')
    const both = await planImport(fileOf('napper', [early, night]), empty, MADRID)
    expect(said(both.records)).toContain('despertar 2025-08-11 07:05')
    const awake = { ...empty, records: [despertar('2025-08-11', '07:05')] }
    expect(said((await planImport(fileOf('napper', [early]), awake, MADRID)).records)).toEqual([
      'despertar 2025-08-11 03:10',
    ])
  })

  it('makes up no wake-up in the middle of a night that the diary has in part', async () => {
    const late = noche('2025-08-11', '05:10', '07:00')
    const file = fileOf('huckleberry', [late, noche('2025-08-10', '20:00', '04:40')])
    const plan = await planImport(file, { ...empty, records: [late] }, MADRID)
    expect(said(plan.records)).toEqual(['despertar 2025-08-11 07:00', 'noche 2025-08-10 20:00'])
    expect(plan.duplicates).toBe(1)
    const running = { ...empty, records: [noche('2025-08-11', '06:00')] }
    const ended = fileOf('huckleberry', [noche('2025-08-10', '20:00', '05:30')])
    expect(said((await planImport(ended, running, MADRID)).records)).toEqual(['noche 2025-08-10 20:00'])
    // Of a morning to which the file adds nothing it says nothing either.
    expect(
      (await planImport(fileOf('huckleberry', [late]), { ...empty, records: [late] }, MADRID)).records,
    ).toEqual([])
  })

  it('leaves out what mostly lies over a sleep that is there, and says so', async () => {
    const plan = await planImport(
      foreign,
      { ...empty, records: [siesta('2025-08-11', '13:00', '14:30')] },
      MADRID,
    )
    expect(plan.skipped).toEqual([{ row: 2, reason: 'overlap', word: '' }])
    expect(plan.counts.siesta).toBe(0)
  })

  it('counts a line that comes twice once', async () => {
    const plan = await planImport(fileOf('baby-buddy', [nap, nap]), empty, MADRID)
    expect(plan.records).toHaveLength(1)
    expect(plan.skipped).toEqual([{ row: 3, reason: 'repeated', word: '' }])
  })
})

describe('a file of our own', () => {
  const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
  const twins = [nap, { ...nap, end_time: '14:00' }, night]
  const copy = fileOf('copy', twins, [id(1), id(2), id(3)])
  const diary = { ...empty, records: twins.map((record, index) => ({ ...record, id: id(index + 1) })) }

  it('holds nothing new for the diary it was made of, edited or not', async () => {
    const moved = diary.records.map((record) => ({ ...record, date: '2025-08-20' }))
    expect((await planImport(copy, diary, MADRID)).records).toEqual([])
    expect((await planImport(copy, { ...diary, records: moved }, MADRID)).duplicates).toBe(3)
  })

  it('tells what it says otherwise, and takes what it leaves empty for nothing', async () => {
    const [first, second, third] = diary.records.map((record, index) => ({
      ...record,
      ...[{ end_time: '14:20' }, { quality: 'mala' as const, feedings: 2 }, { duration: 1, wake_ups: 3 }][
        index
      ],
    }))
    const now = { ...diary, records: [first, second, third].filter((record) => record !== undefined) }
    const file = fileOf(
      'copy',
      [
        { ...nap, disturbances: ['fever', 'teething'] },
        { ...nap, end_time: '14:00', quality: 'buena' },
        { ...night, start_time: null, time: '20:30' },
      ],
      [id(1), id(2), id(3)],
    )
    expect(await planImport(file, now, MADRID)).toMatchObject({
      records: [],
      duplicates: 3,
      edits: [
        { id: id(1), patch: { end_time: '14:30', disturbances: ['fever', 'teething'] } },
        { id: id(2), patch: { quality: 'buena' } },
      ],
    })
    expect((await planImport(copy, diary, MADRID)).edits).toEqual([])
  })

  it('means by a row whose id is unknown the record of the same minute, if no other row means it', async () => {
    const later = { ...nap, end_time: '15:00' }
    const edits = async (ids: (string | null)[], rows: SleepRecord[]) =>
      (await planImport(fileOf('copy', rows, ids), { ...diary, records: diary.records.slice(0, 1) }, MADRID))
        .edits
    expect(await edits([id(9)], [later])).toEqual([{ id: id(1), patch: { end_time: '15:00' } }])
    expect(await edits([id(9), id(1)], [later, nap])).toEqual([])
    expect(await edits([id(1)], [despertar('2025-08-11', '13:05')])).toEqual([])
  })

  it('gives back everything that was deleted, two of the same minute too, and makes up no wake-up', async () => {
    const gone = { ...empty, deletedIds: new Set([id(1), id(2), id(3)]) }
    const plan = await planImport(copy, gone, MADRID)
    expect(new Set(plan.records.map(({ end_time }) => end_time))).toEqual(
      new Set(['07:05', '14:00', '14:30']),
    )
    expect(plan.records.map((record) => record.id)).not.toContain(id(1))
    const again = await planImport(copy, { ...gone, records: plan.records }, MADRID)
    expect(again.records).toEqual([])
  })

  it('knows a record whose deletion was undone and whose start was corrected, until it is deleted again', async () => {
    const [first, second] = [idAfterDeletion(id(1)), idAfterDeletion(idAfterDeletion(id(1)))]
    const file = fileOf('copy', [nap], [id(1)])
    for (const [back, gone] of [
      [first, [id(1)]],
      [second, [id(1), first]],
    ] as const) {
      const records = [{ ...nap, id: back, start_time: '13:20' }]
      const now = { ...empty, records, deletedIds: new Set(gone) }
      expect(await planImport(file, now, MADRID)).toMatchObject({ records: [], duplicates: 1 })
    }
    const gone = { ...empty, deletedIds: new Set([id(1), first]) }
    expect((await planImport(file, gone, MADRID)).records).toHaveLength(1)
  })

  it('doesn’t give back the twin that was merged into the entry of the diary, unless it says more', async () => {
    const twin = { ...nap, start_time: '13:10' }
    const imported = (rows: SleepRecord[], now: Diary) =>
      planImport(fileOf('copy', rows, [id(1), id(2)]), now, MADRID)
    const merged = { ...empty, records: [{ ...nap, id: id(1) }], deletedIds: new Set([id(2)]) }
    expect(await imported([nap, twin], merged)).toMatchObject({ records: [], duplicates: 2 })
    expect(said((await imported([nap, { ...twin, feedings: 1 }], merged)).records)).toEqual([
      'siesta 2025-08-11 13:10',
    ])
    // Of a copy of another account, the ids were never this one's.
    const here = await after(empty, fileOf('copy', [nap, twin], [id(1), id(2)]))
    const [kept, gone] = ['13:05', '13:10'].map((start) =>
      here.records.find(({ start_time }) => start_time === start),
    )
    if (kept === undefined || gone === undefined) throw new Error('Both were to be imported.')
    const united = { ...empty, records: [kept], deletedIds: new Set([gone.id]) }
    expect(await imported([nap, twin], united)).toMatchObject({ records: [], duplicates: 2 })
  })

  it('never takes the ids of another account', async () => {
    const plan = await planImport(copy, { ...empty, familyId: otherUser }, MADRID)
    expect(plan.records).toHaveLength(3)
    expect(plan.records.some((record) => [id(1), id(2), id(3)].includes(record.id))).toBe(false)
  })

  it('overlaps what is there as it always did', async () => {
    const plan = await planImport(
      fileOf('copy', [nap], [id(9)]),
      {
        ...empty,
        records: [siesta('2025-08-11', '13:00', '14:30')],
      },
      MADRID,
    )
    expect(plan.records).toHaveLength(1)
  })

  it('counts a row that was copied in the spreadsheet once', async () => {
    const plan = await planImport(fileOf('records', [nap, nap], [id(1), id(1)]), empty, MADRID)
    expect(plan.records).toHaveLength(1)
    expect(plan.skipped).toEqual([{ row: 3, reason: 'repeated', word: '' }])
  })

  it('keeps the reasons of the reader', async () => {
    const skipped = [{ row: 7, reason: 'no-end', word: '' } as const]
    expect((await planImport({ ...NO_CONTENT, source: 'copy', skipped }, empty, MADRID)).skipped).toEqual(
      skipped,
    )
  })
})

describe('a file whose times are instants', () => {
  const napper = [
    'start,end,category,babyMoodOnWakeUp',
    '2025-08-10T20:30:00.000+02:00,2025-08-10T20:30:00.000+02:00,BED_TIME,',
    '2025-08-11T07:05:00.000+02:00,2025-08-11T07:05:00.000+02:00,WOKE_UP,',
    '2025-08-11T13:05:00.000+02:00,2025-08-11T14:30:00.000+02:00,NAP,',
  ].join('\n')
  const babyBuddy = [
    'id,start,end,duration,child_first_name,nap',
    '1,2025-08-11 11:05:00+00:00,2025-08-11 12:30:00+00:00,1:25:00,Lucía,1',
  ].join('\n')

  it.each([
    ['Napper', napper, 3],
    ['Baby Buddy', babyBuddy, 1],
  ])('of %s adds nothing twice when the family has chosen another zone meanwhile', async (_, text, rows) => {
    const importedIn = async (name: string, diary: Diary) => {
      const zone = timeZone(name) ?? MADRID
      const result = await readFile(new TextEncoder().encode(text), { baby: null, isUtc: false }, zone)
      if (result.kind !== 'read') throw new Error(result.problem)
      return planImport(result.content, diary, zone)
    }
    const first = await importedIn('Europe/Madrid', empty)
    expect(first.records).toHaveLength(rows)
    for (const name of ['Atlantic/Canary', 'America/Mexico_City', 'Asia/Tokyo']) {
      const again = await importedIn(name, { ...empty, records: first.records })
      expect(again).toMatchObject({ records: [], duplicates: rows, skipped: [] })
    }
    const there = await importedIn('Atlantic/Canary', empty)
    expect(said(there.records)[0]).toBe('siesta 2025-08-11 12:05')
  })
})
