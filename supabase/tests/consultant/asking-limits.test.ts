import { beforeEach, expect, it } from 'vitest'
import { refusal } from '../../../server/testing/callers.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { answerOf, ask, contentsOf, newSupport, type Support } from './support.ts'

const UNKNOWN_200_TIMES = `insert into public.unknown_addresses (consultant_id, asked_on, asked)
  values ($1, public.provider_day(now()), 200)`
const ASKED_200_TIMES = `insert into public.access_requests
    (family_id, consultant_id, email, purpose, until, starts_on, ends_on, hours, answer)
  select $1, $1, 'x', 'x', now(), '2026-01-01', '2026-01-02', '', 'withdrawn' from generate_series(1, 200)`

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
  })

  it('is of use two hundred times a day at addresses where nobody is', async () => {
    const nobody = () => ask(support.marta, 'nadie@example.com')
    expect(await nobody()).toEqual({ refused: 'unknown' })
    await db.pool.query('update public.unknown_addresses set asked = 199 where consultant_id = $1', [
      support.consultant,
    ])
    expect(await nobody()).toEqual({ refused: 'unknown' })
    expect(await refusal(nobody())).toBe('23514')
    await db.pool.query('update public.unknown_addresses set asked_on = asked_on - 1')
    expect(await nobody()).toEqual({ refused: 'unknown' })
    expect(await nobody()).toEqual({ refused: 'unknown' })
  })

  const said = (email: string, purpose: string, hours = '') =>
    answerOf(support.marta, 'ask_family', email, purpose, '2026-01-01', '2035-03-31', hours).then(
      (answer) => answer,
      (error: Error) => error.message,
    )

  it.each([
    ['no purpose', ' ', ''],
    ['endless hours', 'x', 'a'.repeat(121)],
  ])(
    'with %s says the same of an address where somebody is as of one where nobody is',
    async (_, purpose, hours) => {
      const known = await said(support.email, purpose, hours)
      expect(known).toContain('violates check constraint')
      expect(await said('nadie@example.com', purpose, hours)).toBe(known)
    },
  )

  it.each([
    [
      'at addresses where nobody is',
      UNKNOWN_200_TIMES,
      'two hundred times a day at unknown addresses at most',
    ],
    ['at those where somebody is', ASKED_200_TIMES, 'two hundred times a day at most'],
  ])(
    'two hundred times a day %s tells of no address any more whether somebody is there',
    async (_, count, limit) => {
      await db.pool.query(count, [support.consultant])
      const before = await contentsOf(db.pool)
      for (const email of [support.email, 'nadie@example.com'])
        for (const purpose of ['Acompañaros', ' '])
          expect(await said(email, purpose)).toBe(`a consultant asks ${limit}`)
      expect(await contentsOf(db.pool)).toEqual(before)
    },
  )

  it('happens two hundred times a day', async () => {
    await db.pool.query(ASKED_200_TIMES, [support.consultant])
    expect(await refusal(ask(support.marta, support.email))).toBe('23514')
  })
})
