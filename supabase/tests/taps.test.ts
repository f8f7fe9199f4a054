import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseRow } from '../../app/local/rows.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import {
  MAX_TAPS,
  TAP_KINDS,
  type Tap,
  type TapChange,
  withTapChange,
  withTapsCounted,
} from '../../core/records/taps.ts'
import { anonymous, type Caller, refusal, service, user } from '../../server/testing/callers.ts'
import { onEachEngine } from './on-each-engine.ts'

onEachEngine((db) => {
  let userId: string
  let carer: Caller
  let night: string

  beforeEach(async () => {
    userId = await db.createUser()
    carer = user(db.pool, userId)
    night = randomUUID()
    await carer(
      `insert into public.sleep_records (id, date, type, start_time) values ($1, '2025-08-11', 'noche', '21:00')`,
      night,
    )
  })

  const waking = (time = '03:10'): Tap => ({ id: randomUUID(), kind: 'wake_ups', time })

  /** Tells of a tap as a phone does, whose changes are known by their op_id. */
  function tell(change: object, op: string | null = randomUUID(), caller = carer) {
    return caller(
      'update public.sleep_records set tap = $2, op_id = $3 where id = $1',
      night,
      JSON.stringify(change),
      op,
    )
  }
  const tap = (one: Tap) => tell(one)
  const untap = ({ id }: Tap) => tell({ id, undone: true })

  function set(assignments: string, op: string | null = randomUUID()) {
    return carer(`update public.sleep_records set ${assignments}, op_id = $2 where id = $1`, night, op)
  }

  async function row(id = night) {
    return (await carer('select * from public.sleep_records where id = $1', id)).rows[0]
  }

  it('counts, keeps its time, and leaves nothing else behind', async () => {
    const one = waking()
    await tap(one)
    expect(await row()).toMatchObject({
      wake_ups: 1,
      feedings: 0,
      taps: [one],
      tap: null,
      op_id: null,
      rev: 2,
    })
  })

  it('taken back is gone', async () => {
    const [one, other] = [waking(), waking('04:45')]
    await tap(one)
    await tap(other)
    await untap(one)
    await untap(one)
    expect(await row()).toMatchObject({ wake_ups: 1, taps: [other] })
  })

  it('sent twice counts once, by its change and by its own id', async () => {
    const [one, op] = [waking(), randomUUID()]
    expect((await tell(one, op)).rowCount).toBe(1)
    expect((await tell(one, op)).rowCount).toBe(0)
    await tap(one)
    await tell({ ...one, id: one.id.toUpperCase() })
    expect(await row()).toMatchObject({ wake_ups: 1, taps: [one] })
  })

  it('taken back before it arrives stays out', async () => {
    const one = waking()
    await untap(one)
    await tap(one)
    await tell(one, null)
    expect(await row()).toMatchObject({ wake_ups: 0, taps: [] })
    await tap(waking())
    expect((await row()).wake_ups).toBe(1)
  })

  it('taken back by a change that comes again may be made again meanwhile', async () => {
    const [one, op] = [waking(), randomUUID()]
    await tap(one)
    await tell({ id: one.id, undone: true }, op)
    await tap(one)
    await tell({ id: one.id, undone: true }, op)
    await untap(one)
    await tell({ id: one.id, undone: true }, op)
    await tap(one)
    expect((await row()).taps).toEqual([one])
  })

  it('twenty at once from two sessions are twenty', async () => {
    const phones = [carer, user(db.pool, userId)]
    const all = Array.from({ length: 20 }, (): Tap => ({ ...waking(), kind: 'feedings' }))
    await Promise.all(all.map((one, index) => tell(one, randomUUID(), phones[index % 2])))
    const { feedings, taps } = await row()
    expect(feedings).toBe(20)
    expect(taps).toHaveLength(20)
  })

  it('one sent twenty times at once is one', async () => {
    const [one, op] = [waking(), randomUUID()]
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => tell(one, index % 2 === 0 ? op : randomUUID())),
    )
    expect(await row()).toMatchObject({ wake_ups: 1, taps: [one] })
  })

  it('is kept at the top of its count, and where there is no more room nothing happens', async () => {
    await set('wake_ups = 10')
    const one = waking()
    await tap(one)
    expect(await row()).toMatchObject({ wake_ups: 10, taps: [one] })
    const many = Array.from({ length: MAX_TAPS }, () => waking())
    await set(`taps = '${JSON.stringify(many)}'`)
    await tap({ ...waking(), kind: 'feedings' })
    expect(await row()).toMatchObject({ wake_ups: 10, feedings: 0, taps: many })
  })

  it('stays when a phone writes a count without knowing of it', async () => {
    const all = [waking('23:50'), waking('01:20'), waking('03:10')]
    for (const one of all) await tap(one)
    await set('wake_ups = 1')
    expect(await row()).toMatchObject({ wake_ups: 3, taps: all })
    await set('wake_ups = 5')
    await tap(waking())
    expect((await row()).wake_ups).toBe(6)
  })

  it('goes, the last ones first, when somebody who knows only the counts means fewer', async () => {
    const all = [waking('23:50'), waking('01:20'), waking('03:10')]
    const bottle: Tap = { id: randomUUID(), kind: 'feedings', time: '02:00' }
    for (const one of [...all, bottle]) await tap(one)
    await set('wake_ups = 1', null)
    expect(await row()).toMatchObject({ wake_ups: 1, feedings: 1, taps: [all[0], bottle] })
    await set('wake_ups = 0, feedings = 4', null)
    expect(await row()).toMatchObject({ wake_ups: 0, feedings: 4, taps: [bottle] })
  })

  it('may be told with the count that includes it', async () => {
    const one = waking()
    await set('wake_ups = 2')
    await tell({ ...one, counted: true })
    expect(await row()).toMatchObject({ wake_ups: 2, taps: [one] })
    await tell({ id: one.id, undone: true, counted: true })
    expect(await row()).toMatchObject({ wake_ups: 2, taps: [] })
  })

  it('comes whole with a new row, which counts it', async () => {
    const [one, id] = [waking(), randomUUID()]
    await carer(
      `insert into public.sleep_records (id, date, type, start_time, taps) values ($1, '2025-08-11', 'noche', '21:00', $2)`,
      id,
      JSON.stringify([one]),
    )
    expect(await row(id)).toMatchObject({ wake_ups: 1, taps: [one] })
  })

  it('comes with a row that is made or changed by one statement', async () => {
    const [id, first, second] = [randomUUID(), waking(), waking('04:45')]
    const upsert = (one: Tap) =>
      carer(
        `insert into public.sleep_records (id, date, type, start_time, tap, op_id)
         values ($1, '2025-08-11', 'noche', '21:00', $2, $3)
         on conflict (id) do update set tap = excluded.tap, op_id = excluded.op_id`,
        id,
        JSON.stringify(one),
        randomUUID(),
      )
    await upsert(first)
    await upsert(second)
    await upsert(second)
    expect(await row(id)).toMatchObject({ wake_ups: 2, taps: [first, second], tap: null, op_id: null })
  })

  it('comes with another change of the row by one statement, which comes twice', async () => {
    await set(`end_time = '02:55'`)
    const [one, op] = [waking(), randomUUID()]
    const both = () => set(`end_time = null, duration = null, tap = '${JSON.stringify(one)}'`, op)
    await both()
    expect(await row()).toMatchObject({ end_time: null, duration: null, wake_ups: 1, taps: [one], tap: null })
    await set(`end_time = '03:30'`)
    await both()
    expect(await row()).toMatchObject({ end_time: '03:30', wake_ups: 1, taps: [one], tap: null })
  })

  it.each([
    ['no tap', '"tap"'],
    ['none of ours', '{}'],
    ['an odd id', '{"id": "one", "kind": "wake_ups", "time": "03:10"}'],
    ['another kind', `{"id": "${randomUUID()}", "kind": "quality", "time": "03:10"}`],
    ['a time that is none', `{"id": "${randomUUID()}", "kind": "wake_ups", "time": "25:10"}`],
    ['a time of another type', `{"id": "${randomUUID()}", "kind": "wake_ups", "time": ["03:10"]}`],
  ])('is refused when it is %s', async (_what, odd) => {
    expect(await refusal(set(`tap = '${odd}'`))).toBe('23514')
    expect(await row()).toMatchObject({ wake_ups: 0, taps: [], rev: 1 })
  })

  it.each([
    '{}',
    '"x"',
    '[null]',
    '[[]]',
    `[{"id": "${randomUUID()}", "kind": "wake_ups", "time": "03:10", "note": 1}]`,
  ])('a list is refused that is %s', async (odd) => {
    expect(await refusal(set(`taps = '${odd}'`))).toBe('23514')
    expect(await refusal(set(`taps = '${odd}'`, null))).toBe('23514')
  })

  it('a list is not longer than the phones take it for', async () => {
    const many = Array.from({ length: MAX_TAPS + 1 }, () => waking())
    expect(await refusal(set(`taps = '${JSON.stringify(many)}'`))).toBe('23514')
    expect(await refusal(set('taps = null'))).toBe('23502')
    expect(await refusal(set('wake_ups = null'))).toBe('23502')
    expect(await refusal(set('wake_ups = -1', null))).toBe('23514')
  })

  it('is nobody else’s to make', async () => {
    const other = user(db.pool, await db.createUser())
    expect((await tell(waking(), randomUUID(), other)).rowCount).toBe(0)
    expect(await refusal(tell(waking(), null, anonymous(db.pool)))).toBe('42501')
    const forged = other(
      `insert into public.sleep_records (id, user_id, date, type, start_time, tap)
       values ($1, $2, '2025-08-11', 'noche', '21:00', $3)`,
      night,
      userId,
      JSON.stringify({ id: randomUUID(), undone: true }),
    )
    expect(await refusal(forged)).toBe('42501')
    for (const helper of [
      'take_taps()',
      `tap_total('[]', 'feedings')`,
      `tap_undone_id(gen_random_uuid(), 'x')`,
    ]) {
      expect(await refusal(carer(`select public.${helper}`))).toBe('42501')
    }
    expect((await row()).taps).toEqual([])
    const one = waking()
    expect((await tell(one, null, service(db.pool))).rowCount).toBe(1)
    expect((await row()).taps).toEqual([one])
  })

  it('comes to the same in the database as on the phone', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID())
    const change = fc.oneof(
      fc.record({
        id: fc.constantFrom(...ids),
        kind: fc.constantFrom(...TAP_KINDS),
        time: fc.constantFrom('23:50', '03:10'),
        undone: fc.boolean(),
        counted: fc.boolean(),
      }),
      fc.record({ wake_ups: fc.constantFrom(0, 1, 9, 10) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        await carer('delete from public.sleep_records where id = $1', night)
        night = randomUUID()
        await carer(
          `insert into public.sleep_records (id, date, type, start_time) values ($1, '2025-08-11', 'noche', '21:00')`,
          night,
        )
        let phone = await stored()
        const goneEarly = new Set<string>()
        for (const next of changes) {
          if ('wake_ups' in next) {
            await set(`wake_ups = ${next.wake_ups}`)
            phone = withTapsCounted({ ...phone, ...next })
            continue
          }
          const { undone, counted, ...one } = next
          await tell({ ...(undone ? { id: one.id, undone } : one), ...(counted && { counted }) })
          if (undone && phone.taps.every(({ id }) => id !== one.id)) goneEarly.add(one.id)
          const told: TapChange = { tap: one, ...(undone && { undone }), ...(counted && { counted }) }
          // A tap keeps the kind it came with, whatever its undo says, so the model undoes the one it knows.
          const known = phone.taps.find(({ id }) => id === one.id)
          if (undone && known) told.tap = known
          if (undone || !goneEarly.has(one.id)) phone = withTapChange(phone, told)
        }
        expect(await stored()).toEqual(phone)
      }),
      { numRuns: 40 },
    )
  })

  async function stored(): Promise<SleepRecord> {
    const { rows } = await carer('select *, date::text from public.sleep_records where id = $1', night)
    const record = parseRow('sleep_records', rows[0])
    if (record === null) throw new Error('The app can’t read this row')
    return record
  }

  describe('a birth date', () => {
    const baby = async () => (await carer('select * from public.baby_info')).rows[0]

    it('is known unless the row says otherwise, and from the first change on', async () => {
      await carer('insert into public.baby_info (id) values ($1)', userId)
      expect(await baby()).toMatchObject({ birth_date_known: true })
      await carer('update public.baby_info set birth_date_known = false')
      await carer(`update public.baby_info set name = 'Ana'`)
      expect(await baby()).toMatchObject({ birth_date_known: false })
      await carer(`update public.baby_info set birth_date = '2025-01-05'`)
      expect(await baby()).toMatchObject({ birth_date_known: true })
      await carer(`update public.baby_info set birth_date = '2025-01-06', birth_date_known = false`)
      expect(await baby()).toMatchObject({ birth_date_known: false })
    })
  })
})
