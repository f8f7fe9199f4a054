import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../server/testing/callers.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { answerOf, ask, contentsOf, historyOf, letConsultantIn, newSupport, type Support } from './support.ts'

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
    await letConsultantIn(support)
  })

  const set = (...values: unknown[]) => answerOf(support.marta, 'set_support', support.family, ...values)
  const own = async () => (await answerOf(support.owner, 'my_support')).support

  const people = async () => (await answerOf(support.owner, 'my_families'))[0].people
  const accessRev = async () =>
    (await db.pool.query('select access_rev from public.sync_state where user_id = $1', [support.family]))
      .rows[0].access_rev
  /** The first day on which a support can't begin yet, and the one before it. */
  const inAYear = async () => {
    const days = 'select public.provider_day(now()) + 367 as late, public.provider_day(now()) + 366 as last'
    return (await db.pool.query(days)).rows[0]
  }

  it('is changed by the consultant, which opens nothing for longer', async () => {
    const before = await accessRev()
    await set('2026-02-01', '2035-12-31', null)
    expect(await own()).toEqual({ starts_on: '2026-02-01', ends_on: '2035-12-31', hours: '' })
    expect(await people()).toMatchObject([{ until: '2035-04-30T22:00:00+00:00' }])
    expect(await accessRev()).toBe(before + 1)
  })

  it.each<[unknown[], string]>([
    [[null, '2026-01-01', ''], '23502'],
    [['2026-01-02', '2026-01-01', ''], '23514'],
    [['infinity', 'infinity', ''], '23514'],
    [['1999-12-31', '2000-01-01', ''], '23514'],
    [['2026-01-01', '2026-01-01', 'a'.repeat(121)], '23514'],
  ])('isn’t set to %j', async (values, code) => {
    expect(await refusal(set(...values))).toBe(code)
    expect(await own()).toMatchObject({ ends_on: '2035-03-31' })
  })

  it('begins within a year, here and where it is asked for', async () => {
    const { late, last } = await inAYear()
    expect(await refusal(set(late, late, ''))).toBe('23514')
    expect(await refusal(set(last, last, ''))).toBe('accepted')
    const other = await newSupport(db)
    const asked = (day: string) =>
      refusal(answerOf(other.marta, 'ask_family', other.email, 'Acompañaros', day, day, ''))
    expect([await asked(late), await asked(last)]).toEqual(['23514', 'accepted'])
  })

  it('begins later only where that was agreed before', async () => {
    const { late } = await inAYear()
    const agree = 'update public.support_windows set starts_on = $2, ends_on = $2 where family_id = $1'
    await db.pool.query(agree, [support.family, late])
    expect(await refusal(set(late, late, 'Por las tardes'))).toBe('accepted')
    expect(await own()).toMatchObject({ hours: 'Por las tardes' })
    expect(await refusal(set('2100-01-01', '2100-01-01', 'Por las tardes'))).toBe('23514')
  })

  it('keeps what was saved after a request, which the family accepts later, and opens what it reads there', async () => {
    const { id } = await ask(support.marta, support.email, '2035-04-30')
    await set('2026-01-01', '2035-02-28', 'Por las tardes')
    expect((await answerOf(support.owner, 'my_support')).requests).toMatchObject([
      { id, ends_on: '2035-02-28', until: '2035-05-30T22:00:00+00:00' },
    ])
    expect(await answerOf(support.owner, 'answer_request', id, true)).toBe(true)
    expect(await own()).toEqual({ starts_on: '2026-01-01', ends_on: '2035-02-28', hours: 'Por las tardes' })
    expect(await people()).toMatchObject([{ until: '2035-05-30T22:00:00+00:00' }])
  })

  it('becomes what a request says that was made after it was saved', async () => {
    await set('2026-01-01', '2035-02-28', 'Por las tardes')
    const { id } = await ask(support.marta, support.email, '2035-04-30')
    await answerOf(support.owner, 'answer_request', id, true)
    expect(await own()).toEqual({ starts_on: '2026-01-01', ends_on: '2035-04-30', hours: 'De 9:00 a 18:00' })
  })

  describe('and another consultant’s request, which the family accepts,', () => {
    const AGREED = { starts_on: '2026-01-01', ends_on: '2035-03-31', hours: 'De 9:00 a 18:00' }
    /** Says yes to a request, which comes to what the family has read in it. */
    const accepted = async ({ id }: { id: string }) => {
      const [request] = (await answerOf(support.owner, 'my_support')).requests
      const { starts_on, ends_on, hours } = request
      await answerOf(support.owner, 'answer_request', id, true)
      expect(await own()).toEqual({ starts_on, ends_on, hours })
    }
    const julia = async () => {
      const { marta } = await newSupport(db)
      const days = ['2026-01-05', '2035-05-31'] as const
      await accepted(await answerOf(marta, 'ask_family', support.email, 'Ayuda', ...days, 'Julia'))
    }

    it('leaves what was agreed with who is in', async () => {
      await julia()
      expect(await own()).toEqual(AGREED)
      expect(await people()).toMatchObject([{ until: '2035-04-30T22:00:00+00:00' }, { role: 'consultant' }])
      // Neither does a later request of the first one write over what both have by now.
      await accepted(await ask(support.marta, support.email, '2035-06-30'))
      expect(await own()).toEqual(AGREED)
    })

    it.each([
      ['is over', () => set('2020-01-01', '2020-12-31', '')],
      [
        'was agreed with who isn’t in any more',
        () => answerOf(support.owner, 'end_access', support.consultant),
      ],
    ])('takes the place of what %s', async (_what, before) => {
      await before()
      await julia()
      expect(await own()).toEqual({ starts_on: '2026-01-05', ends_on: '2035-05-31', hours: 'Julia' })
    })
  })

  it('stays as somebody else has set it since the caller saw it, which is answered', async () => {
    const SEEN = { starts_on: '2026-01-01', ends_on: '2035-03-31', hours: 'De 9:00 a 18:00' }
    const other = await newSupport(db)
    const { id } = await ask(other.marta, support.email)
    await answerOf(support.owner, 'answer_request', id, true)
    const mine = ['2026-01-01', '2035-01-31', 'Por las tardes']
    await answerOf(other.marta, 'set_support', support.family, '2026-01-01', '2035-02-28', 'De 9:00 a 18:00')
    const theirs = { ...SEEN, ends_on: '2035-02-28' }
    const before = await contentsOf(db.pool)
    expect(await set(...mine, SEEN)).toEqual(theirs)
    expect(await set(...mine, null)).toEqual(theirs)
    expect(await contentsOf(db.pool)).toEqual(before)
    expect(await set(...mine, theirs)).toBeNull()
    expect(await own()).toMatchObject({ ends_on: '2035-01-31', hours: 'Por las tardes' })
    // The same again, as after an answer that was lost.
    expect(await set(...mine, theirs)).toBeNull()
  })

  it('is set where none was agreed, whatever the caller saw', async () => {
    await db.pool.query('delete from public.support_windows where family_id = $1', [support.family])
    expect(await set('2026-01-01', '2035-01-31', null, null)).toBeNull()
    expect(await own()).toMatchObject({ ends_on: '2035-01-31' })
    expect(await refusal(set('2026-01-02', '2026-01-01', '', await own()))).toBe('23514')
    const other = await newSupport(db)
    const days = ['2026-01-01', '2035-01-31', null, null]
    expect(await refusal(answerOf(other.marta, 'set_support', support.family, ...days))).toBe('42501')
  })

  it('is noted in the family’s history when it changes, and not when it is set to what it is', async () => {
    await set('2026-02-01', '2030-12-31', '')
    const line = ['supported', support.consultant, null]
    expect((await historyOf(support.owner)).at(-1)).toEqual(line)
    const before = await contentsOf(db.pool)
    await set('2026-02-01', '2030-12-31', ' ')
    expect(await contentsOf(db.pool)).toEqual(before)
    await set('2026-02-01', '2030-12-31', 'De 9:00 a 18:00')
    expect((await historyOf(support.owner)).slice(-2)).toEqual([line, line])
  })

  it('is changed two hundred times a day, so that the family’s changes aren’t used up', async () => {
    await db.pool.query('update public.access_grants set written = 199 where family_id = $1', [
      support.family,
    ])
    await db.pool.query('update public.access_grants set written_on = public.provider_day(now())')
    await set('2026-02-01', '2030-12-31', '')
    expect(await refusal(set('2026-02-01', '2030-11-30', ''))).toBe('23514')
    expect(await refusal(set('2026-02-01', '2030-12-31', ''))).toBe('accepted')
    expect(await own()).toMatchObject({ ends_on: '2030-12-31' })
    await db.pool.query('update public.access_grants set written_on = written_on - 1')
    expect(await refusal(set('2026-02-01', '2030-11-30', ''))).toBe('accepted')
  })
})
