import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../server/testing/callers.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { answerOf, ask, historyOf, letConsultantIn, newSupport, type Support } from './support.ts'

onEachEngine((db) => {
  let support: Support
  let stranger: Support
  beforeEach(async () => {
    ;[support, stranger] = [await newSupport(db), await newSupport(db)]
    for (const { owner } of [support, stranger]) {
      await owner(`insert into public.baby_info (name, owner_name) values ('Leo', 'Ana')`)
      await owner(
        `insert into public.sleep_records (date, type, "time") values ('2025-08-10', 'despertar', '07:00')`,
      )
      await owner(
        `insert into public.sleep_records (date, type, start_time, end_time, wake_ups)
         values ('2025-08-11', 'noche', '20:30', '07:00', 2)`,
      )
    }
    await letConsultantIn(support)
  })

  const families = () => answerOf(support.marta, 'consulted_families')
  const summaries = (ids: unknown, since: unknown = '2025-08-01', caller = support.marta) =>
    answerOf(caller, 'consulted_summaries', ids, since)
  const revs = (ids: unknown) => answerOf(support.marta, 'consulted_revs', ids)
  const rev = async () =>
    (await support.owner('select rev from public.sync_state where user_id = $1', support.family)).rows[0].rev

  describe('the families of a consultant', () => {
    it('are those that have let her in, with what a list needs, and nothing is noted', async () => {
      expect(await families()).toEqual({
        all: expect.any(String),
        families: [
          {
            family_id: support.family,
            email: support.email,
            baby_name: 'Leo',
            owner_name: 'Ana',
            birth_date: expect.any(String),
            time_zone: 'Europe/Madrid',
            time_zone_since: null,
            granted_at: expect.any(String),
            until: '2035-04-30T22:00:00+00:00',
            trial_ends_at: null,
            support: { starts_on: '2026-01-01', ends_on: '2035-03-31', hours: 'De 9:00 a 18:00' },
            rev: await rev(),
            access_rev: await rev(),
            open_questions: 0,
            asked: null,
          },
        ],
        requests: [],
        closed: [],
      })
      expect((await historyOf(support.owner)).map((line) => (line as string[])[0])).toEqual([
        'asked',
        'joined',
      ])
      expect(await answerOf(stranger.marta, 'consulted_families')).toMatchObject({
        families: [],
        requests: [],
      })
    })

    it('have a state that is another one when somebody comes, goes, asks or answers', async () => {
      const states: unknown[] = []
      const look = async () => {
        const { all } = await answerOf(support.marta, 'consulted_changes', [])
        expect((await families()).all).toBe(all)
        expect(states).not.toContain(all)
        states.push(all)
      }
      await look()
      await answerOf(support.owner, 'ask_consultant', '¿Cuándo la siesta?')
      await look()
      const other = await newSupport(db)
      const { id } = await ask(support.marta, other.email)
      await look()
      await answerOf(other.owner, 'answer_request', id, false)
      await look()
      const third = await newSupport(db)
      await letConsultantIn({ ...third, consultant: support.consultant, marta: support.marta })
      await look()
      await answerOf(third.owner, 'end_access', support.consultant)
      await look()
      await db.pool.query('update public.access_grants set until = now() where family_id = $1', [
        support.family,
      ])
      await look()
    })

    it('tell no day of birth that isn’t known', async () => {
      await support.owner('update public.baby_info set birth_date_known = false')
      expect((await families()).families).toMatchObject([{ birth_date: null }])
    })

    it('are there without a baby or a support, too', async () => {
      await support.owner('delete from public.baby_info')
      await db.pool.query('delete from public.support_windows where family_id = $1', [support.family])
      expect((await families()).families).toMatchObject([
        { baby_name: null, birth_date: null, support: null },
      ])
    })
  })

  describe('summaries', () => {
    it('tell what was logged since a day, and are noted once a day', async () => {
      const wakeUp = ['2025-08-10', 'despertar', null, null, '07:00', 0]
      const night = ['2025-08-11', 'noche', '20:30', '07:00', null, 2]
      const summary = { family_id: support.family, rev: await rev(), plan: null }
      expect(await summaries([support.family])).toEqual([{ ...summary, records: [wakeUp, night] }])
      expect(await summaries([support.family], '2025-08-11')).toEqual([{ ...summary, records: [night] }])
      await Promise.all([1, 2, 3].map(() => summaries([support.family])))
      const views = (await historyOf(support.owner)).filter((line) => (line as string[])[0] === 'viewed')
      expect(views).toEqual([['viewed', support.consultant, 'summary']])
    })

    it('open no table', async () => {
      await summaries([support.family])
      const read = await support.marta('select from public.sleep_records where user_id = $1', support.family)
      expect(read.rowCount).toBe(0)
    })

    it('have the plan, without what the list doesn’t need', async () => {
      await support.owner('insert into public.sleep_plans default values')
      const [{ plan }] = await summaries([support.family])
      expect(plan).toMatchObject({ first_wake_window: '1h 30min', naps_count: 3, night_bedtime: '19:30' })
      expect(Object.keys(plan)).toHaveLength(4)
    })

    it('leave out families that aren’t the consultant’s, and note nothing there', async () => {
      const ids = [stranger.family, support.family, randomUUID(), support.consultant, support.family]
      expect((await summaries(ids)).map((one: { family_id: string }) => one.family_id)).toEqual([
        support.family,
      ])
      expect(await revs(ids)).toEqual([[support.family, await rev()]])
      expect(await summaries([support.family], '2025-08-01', stranger.marta)).toEqual([])
      expect(await historyOf(stranger.owner)).toEqual([])
    })

    it('tell the latest five hundred records of a family', async () => {
      await support.owner(
        `insert into public.sleep_records (date, type, "time")
         select date '2025-08-01', 'despertar', '07:00' from generate_series(1, 500)`,
      )
      const [{ records }] = await summaries([support.family], '-infinity')
      expect(records).toHaveLength(500)
      expect(records.at(-1).slice(0, 2)).toEqual(['2025-08-11', 'noche'])
      expect(records[0][0]).toBe('2025-08-01')
    })

    it('tell of the last five weeks of a log, however much is asked for', async () => {
      for (const date of ['2025-07-07', '2025-07-08', '2090-01-01'])
        await support.owner(
          `insert into public.sleep_records (date, type, "time") values ($1, 'despertar', '07:00')`,
          date,
        )
      const [{ records }] = await summaries([support.family], '-infinity')
      expect(records.map(([date]: [string]) => date)).toEqual([
        '2025-07-08',
        '2025-08-10',
        '2025-08-11',
        '2090-01-01',
      ])
    })

    it.each<[unknown, unknown]>([
      [[], '2025-08-01'],
      [null, '2025-08-01'],
      [[null], '2025-08-01'],
    ])('of %j since %j are none', async (ids, since) => {
      expect(await summaries(ids, since)).toEqual([])
      expect(await revs(ids)).toEqual([])
    })

    it.each([null, 'infinity', '5874897-12-31'])('since %s tell no records', async (since) => {
      expect(await summaries([support.family], since)).toMatchObject([{ records: [] }])
    })

    it('are told of five hundred families at once', async () => {
      const ids = Array.from({ length: 501 }, () => randomUUID())
      expect(await refusal(summaries(ids.slice(1)))).toBe('accepted')
      expect(await refusal(summaries(ids))).toBe('23514')
    })
  })

  describe('numbers', () => {
    it('grow with what the family logs', async () => {
      const before = await rev()
      expect(await revs([support.family])).toEqual([[support.family, before]])
      await support.owner(`update public.sleep_records set wake_ups = 3 where type = 'noche'`)
      expect(await revs([support.family])).toEqual([[support.family, before + 1]])
    })

    it('are told of many ids, and of none twice', async () => {
      const ids = [...Array.from({ length: 5000 }, () => randomUUID()), support.family, support.family]
      expect(await revs(ids)).toHaveLength(1)
    })
  })
})
