import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal, user } from '../../../server/testing/callers.ts'
import { invite, letIn, staff } from '../access/let-in.ts'
import { onEachEngine } from '../on-each-engine.ts'
import {
  answerOf,
  ask,
  contentsOf,
  historyOf,
  letConsultantIn,
  newConsultant,
  newSupport,
  type Support,
} from './support.ts'

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
  })

  const pending = async () => (await answerOf(support.owner, 'my_support')).requests
  const people = async () => (await answerOf(support.owner, 'my_families'))[0].people
  const accessRev = async (id: string) =>
    (await db.pool.query('select access_rev from public.sync_state where user_id = $1', [id])).rows[0]
      ?.access_rev
  const nameUntil = (name: string, until: string) =>
    answerOf(support.owner, 'change_access', support.consultant, 'consultant', name, until)
  const later = (interval: string) =>
    db.pool.query(
      `update public.access_requests set asked_at = asked_at - $2::interval, answered_at = answered_at - $2::interval
       where family_id = $1`,
      [support.family, interval],
    )

  describe('asking a family', () => {
    it('shows it who asks, what for and until when, and opens nothing', async () => {
      const { id } = await ask(support.marta, ` ${support.email.toUpperCase()} `)
      expect(await pending()).toEqual([
        {
          id,
          name: 'Marta Ruiz',
          purpose: 'Acompañaros',
          until: '2035-04-30T22:00:00+00:00',
          starts_on: '2026-01-01',
          ends_on: '2035-03-31',
          hours: 'De 9:00 a 18:00',
          asked_at: expect.any(String),
          open_until: null,
        },
      ])
      expect(await historyOf(support.owner)).toEqual([['asked', support.consultant, null]])
      expect([await accessRev(support.family), await accessRev(support.consultant)]).toEqual([1, 1])
      expect(await refusal(answerOf(support.marta, 'open_family', support.family, 'diary'))).toBe('42501')
      expect(await answerOf(support.marta, 'consulted_families')).toMatchObject({
        families: [],
        requests: [{ id, email: support.email, asked_at: expect.any(String) }],
      })
    })

    it('is of no use where nobody is, at oneself, and a second time in other words', async () => {
      for (const nobody of ['nadie@example.com', '', null])
        expect(await ask(support.marta, nobody as string)).toEqual({ refused: 'unknown' })
      const { rows } = await db.pool.query('select email from auth.users where id = $1', [support.consultant])
      expect(await ask(support.marta, rows[0].email)).toEqual({ refused: 'own' })
      await ask(support.marta, support.email)
      const before = await contentsOf(db.pool)
      expect(await ask(support.marta, support.email, '2035-03-30')).toEqual({ refused: 'asked' })
      expect(await contentsOf(db.pool)).toEqual(before)
    })

    it('is the same request when it is sent again, as after an answer that was lost, until it is answered', async () => {
      const { id } = await ask(support.marta, support.email)
      const before = await contentsOf(db.pool)
      expect(await ask(support.marta, ` ${support.email.toUpperCase()} `)).toEqual({ id })
      expect(await contentsOf(db.pool)).toEqual(before)
      await answerOf(support.marta, 'withdraw_request', id)
      const next = await ask(support.marta, support.email)
      expect(next).toEqual({ id: expect.any(String) })
      expect(next.id).not.toBe(id)
    })

    it.each(['deleted_at = now()', `banned_until = now() + '1 hour'`])(
      'whose account is closed (%s) is of no use',
      async (closed) => {
        await db.pool.query(`update auth.users set ${closed} where id = $1`, [support.family])
        expect(await ask(support.marta, support.email)).toEqual({ refused: 'unknown' })
      },
    )

    it('goes to the family’s own account where a company knows somebody by the same address', async () => {
      await db.pool.query(
        `insert into auth.users (email, is_sso_user, created_at) values ($1, true, now() - interval '1 year')`,
        [support.email],
      )
      const { id } = await ask(support.marta, support.email)
      expect(await pending()).toMatchObject([{ id }])
    })

    it('waits thirty days for an answer', async () => {
      const { id } = await ask(support.marta, support.email)
      await later('30 days')
      expect(await pending()).toEqual([])
      expect(await answerOf(support.owner, 'answer_request', id, true)).toBe(false)
      expect((await answerOf(support.marta, 'consulted_families')).requests).toEqual([])
      expect(await ask(support.marta, support.email)).toEqual({ id: expect.any(String) })
      expect(await pending()).toHaveLength(1)
    })

    it('is over for a week when the family has said no', async () => {
      const { id } = await ask(support.marta, support.email)
      expect(await answerOf(support.owner, 'answer_request', id, false)).toBe(true)
      expect(await pending()).toEqual([])
      expect(await ask(support.marta, support.email)).toEqual({ refused: 'refused' })
      expect((await historyOf(support.owner)).at(-1)).toEqual(['refused', support.consultant, null])
      await later('7 days')
      expect(await ask(support.marta, support.email)).toEqual({ id: expect.any(String) })
    })

    it('is taken back by whoever asked, and then can’t be accepted', async () => {
      const { id } = await ask(support.marta, support.email)
      const other = staff(db.pool, await newConsultant(db))
      const withdraw = (caller = support.marta) => answerOf(caller, 'withdraw_request', id)
      expect(await withdraw(other)).toBe(false)
      expect(await pending()).toHaveLength(1)
      expect([await withdraw(), await withdraw()]).toEqual([true, true])
      expect(await pending()).toEqual([])
      expect(await answerOf(support.owner, 'answer_request', id, true)).toBe(false)
      expect(await people()).toEqual([])
    })

    it.each([true, false])('can’t be taken back once it is answered (%s), and says so', async (accepted) => {
      const { id } = await ask(support.marta, support.email)
      await answerOf(support.owner, 'answer_request', id, accepted)
      expect(await answerOf(support.marta, 'withdraw_request', id)).toBe(false)
      expect(await people()).toHaveLength(accepted ? 1 : 0)
    })

    it('happens ten times a day in one family, whatever became of it', async () => {
      for (let n = 0; n < 10; n += 1) {
        const { id } = await ask(support.marta, support.email)
        await answerOf(support.marta, 'withdraw_request', id)
      }
      expect(await refusal(ask(support.marta, support.email))).toBe('23514')
      await later('1 day')
      expect(await refusal(ask(support.marta, support.email))).toBe('accepted')
      await later('31 days')
      await ask(support.marta, support.email)
      const left = 'select from public.access_requests where family_id = $1'
      expect((await db.pool.query(left, [support.family])).rowCount).toBe(1)
    })

    it.each<[string, unknown[], string]>([
      ['no purpose', [null, '2026-01-01', '2035-03-31', ''], '23514'],
      ['an empty purpose', [' ', '2026-01-01', '2035-03-31', ''], '23514'],
      ['a long purpose', ['a'.repeat(301), '2026-01-01', '2035-03-31', ''], '23514'],
      ['no beginning', ['x', null, '2035-03-31', ''], '23514'],
      ['no end', ['x', '2026-01-01', null, ''], '23514'],
      ['an end before the beginning', ['x', 'tomorrow', 'today', ''], '23514'],
      ['eleven years', ['x', '2026-01-01', '2037-01-01', ''], '23514'],
      ['an end that is over', ['x', '2025-01-01', '2025-08-11', ''], '23514'],
      ['an end without end', ['x', 'infinity', 'infinity', ''], '23514'],
      ['an end after the last day there is', ['x', '2026-01-01', '5874897-12-31', ''], '22008'],
      ['long hours', ['x', '2026-01-01', '2035-03-31', 'a'.repeat(121)], '23514'],
    ])('with %s is refused and changes nothing', async (_, values, code) => {
      const before = await contentsOf(db.pool)
      expect(await refusal(answerOf(support.marta, 'ask_family', support.email, ...values))).toBe(code)
      expect((await contentsOf(db.pool)).length).toBe(before.length)
    })
  })

  describe('the family’s yes', () => {
    it('lets the consultant in until thirty days after the support, and tells both', async () => {
      await letConsultantIn(support)
      expect(await people()).toMatchObject([
        {
          account_id: support.consultant,
          name: 'Marta Ruiz',
          role: 'consultant',
          until: '2035-04-30T22:00:00+00:00',
          ended_at: null,
        },
      ])
      expect(await answerOf(support.owner, 'my_support')).toEqual({
        requests: [],
        support: { starts_on: '2026-01-01', ends_on: '2035-03-31', hours: 'De 9:00 a 18:00' },
        proposals: [],
        questions: [],
      })
      expect((await historyOf(support.owner)).at(-1)).toEqual(['joined', support.consultant, null])
      expect([await accessRev(support.family), await accessRev(support.consultant)]).toEqual([2, 2])
      expect(await ask(support.marta, support.email)).toEqual({ refused: 'in' })
    })

    it('is the family’s alone, is yes or no, and is said once', async () => {
      const { id } = await ask(support.marta, support.email)
      for (const other of [support.marta, user(db.pool, await db.createUser())])
        expect(await answerOf(other, 'answer_request', id, true)).toBe(false)
      expect(await answerOf(support.owner, 'answer_request', randomUUID(), true)).toBe(false)
      expect(await refusal(answerOf(support.owner, 'answer_request', id, null))).toBe('23514')
      expect(await people()).toEqual([])
      const both = await Promise.all(
        [true, true].map((yes) => answerOf(support.owner, 'answer_request', id, yes)),
      )
      expect(both.filter(Boolean)).toHaveLength(1)
      expect(await answerOf(support.owner, 'answer_request', id, false)).toBe(false)
      expect(await historyOf(support.owner)).toHaveLength(2)
    })

    it('counts no more when who asked has ceased to be staff', async () => {
      const { id } = await ask(support.marta, support.email)
      await db.pool.query(`update auth.users set raw_app_meta_data = '{}' where id = $1`, [
        support.consultant,
      ])
      expect(await pending()).toEqual([])
      expect(await answerOf(support.owner, 'answer_request', id, true)).toBe(false)
      expect(await people()).toEqual([])
    })

    it('leaves whoever the family has let in another way meanwhile what they are', async () => {
      const { id } = await ask(support.marta, support.email)
      await letIn(db.pool, support.family, support.consultant, 'carer')
      expect(await answerOf(support.owner, 'answer_request', id, true)).toBe(true)
      expect(await people()).toMatchObject([{ role: 'carer', until: null }])
      expect((await historyOf(support.owner)).map((line) => (line as string[])[0])).toEqual([
        'asked',
        'invited',
        'joined',
      ])
    })

    it('lets the consultant in for longer, when it is asked for more than there is', async () => {
      await letConsultantIn(support)
      await answerOf(support.marta, 'open_family', support.family, 'diary')
      for (const ends of ['2035-03-31', '2030-03-31'])
        expect(await ask(support.marta, support.email, ends)).toEqual({ refused: 'in' })
      const { id } = await ask(support.marta, support.email, '2035-04-30')
      expect(await people()).toMatchObject([{ until: '2035-04-30T22:00:00+00:00' }])
      expect(await answerOf(support.owner, 'answer_request', id, true)).toBe(true)
      expect(await people()).toMatchObject([{ role: 'consultant', until: '2035-05-30T22:00:00+00:00' }])
      expect((await answerOf(support.owner, 'my_support')).support).toMatchObject({ ends_on: '2035-04-30' })
    })

    it('to more than there is says what is open, and a no leaves that open', async () => {
      await letConsultantIn(support)
      const [{ until }] = await people()
      const { id } = await ask(support.marta, support.email, '2035-04-30')
      expect(await pending()).toMatchObject([{ id, open_until: until, until: '2035-05-30T22:00:00+00:00' }])
      await answerOf(support.owner, 'answer_request', id, false)
      expect(await people()).toMatchObject([{ until, ended_at: null }])
      const { rows } = await support.owner(
        'select event, to_jsonb(until) as until from public.access_history order by at',
      )
      expect(rows).toEqual([
        { event: 'asked', until: null },
        { event: 'joined', until },
        { event: 'asked', until },
        { event: 'refused', until },
      ])
      expect(await pending()).toEqual([])
    })

    it('after the end is a first one again', async () => {
      await letConsultantIn(support)
      await answerOf(support.owner, 'end_access', support.consultant)
      await ask(support.marta, support.email, '2035-04-30')
      expect(await pending()).toMatchObject([{ open_until: null }])
    })

    it('for longer leaves what the family calls the consultant, since when, and what is open today', async () => {
      await letConsultantIn(support)
      await answerOf(support.marta, 'open_family', support.family, 'diary')
      const { id } = await ask(support.marta, support.email, '2035-04-30')
      await nameUntil('Marta, la del sueño', '2035-05-01T00:00:00Z')
      const grant = async () =>
        (await db.pool.query('select * from public.access_grants where family_id = $1', [support.family]))
          .rows[0]
      const before = await grant()
      expect(await answerOf(support.owner, 'answer_request', id, true)).toBe(true)
      const until = '2035-05-30T22:00:00Z'
      expect(await grant()).toEqual({ ...before, until })
      const line = `select event, name, until from public.access_history where family_id = $1 order by at desc limit 1`
      expect((await db.pool.query(line, [support.family])).rows).toEqual([
        { event: 'joined', name: 'Marta, la del sueño', until },
      ])
    })

    it('never makes an end come sooner', async () => {
      await letConsultantIn(support)
      const { id } = await ask(support.marta, support.email, '2035-04-30')
      await nameUntil('Marta', '2036-01-01T00:00:00Z')
      await answerOf(support.owner, 'answer_request', id, true)
      expect(await people()).toMatchObject([{ name: 'Marta', until: '2036-01-01T00:00:00+00:00' }])
    })

    it('isn’t asked for by whoever the family has let in another way', async () => {
      await letIn(db.pool, support.family, support.consultant, 'viewer')
      expect(await ask(support.marta, support.email)).toEqual({ refused: 'in' })
    })

    it('can be given anew when the time is over, or was ended', async () => {
      await letConsultantIn(support)
      const over = 'update public.access_grants set until = now() where family_id = $1'
      await db.pool.query(over, [support.family])
      await letConsultantIn(support)
      await answerOf(support.owner, 'end_access', support.consultant)
      await letConsultantIn(support)
      expect(await people()).toMatchObject([
        { role: 'consultant', until: '2035-04-30T22:00:00+00:00', ended_at: null },
      ])
    })
  })

  it('an invitation as a consultant is taken by staff alone, and stays good until then', async () => {
    const token = await invite(db.pool, support.family, 'consultant')
    const nobody = user(db.pool, await db.createUser())
    for (const caller of [nobody, user(db.pool, support.consultant)])
      expect(await answerOf(caller, 'accept_invitation', token)).toEqual({ refused: 'staff' })
    expect(await answerOf(support.marta, 'accept_invitation', token)).toEqual({ family_id: support.family })
    expect(await people()).toMatchObject([{ role: 'consultant' }])
  })
})
