import { beforeEach, describe, expect, it } from 'vitest'
import { anonymous, refusal, service, user } from '../../../server/testing/callers.ts'
import { whileLocked } from '../../../server/testing/while-locked.ts'
import { letIn, makeStaff, staff } from '../access/let-in.ts'
import { onEachEngine } from '../on-each-engine.ts'
import {
  answerOf,
  contentsOf,
  historyOf,
  letConsultantIn,
  newConsultant,
  newSupport,
  PLAN,
  type Support,
} from './support.ts'

const REFUSED = '42501'

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
    await support.owner('insert into public.baby_info default values')
    await letConsultantIn(support)
  })

  const open = (part: unknown, caller = support.marta) =>
    answerOf(caller, 'open_family', support.family, part)
  const rowsSeen = async (caller = support.marta) =>
    (await caller('select from public.baby_info where user_id = $1', support.family)).rowCount
  const views = async () =>
    (await historyOf(support.owner)).filter((line) => (line as string[])[0] === 'viewed')
  /** As it is the day after: what was noted and opened was so yesterday. */
  const nextDay = async () => {
    await db.pool.query('alter table public.access_history disable trigger access_history_only_grows')
    await db.pool.query(`update public.access_history set at = at - interval '1 day'`)
    await db.pool.query('alter table public.access_history enable trigger access_history_only_grows')
    await db.pool.query(`update public.access_grants set viewing_until = viewing_until - interval '1 day'`)
  }

  describe('a look', () => {
    it('is noted before anything can be read', async () => {
      expect([await rowsSeen(), await views()]).toEqual([0, []])
      await open('diary')
      expect([await rowsSeen(), await views()]).toEqual([1, [['viewed', support.consultant, 'diary']]])
    })

    it('is noted once a day and part, also by two at once', async () => {
      await Promise.all([open('diary'), open('diary'), open('week'), open('diary')])
      await open('week')
      expect(new Set(await views())).toEqual(
        new Set([
          ['viewed', support.consultant, 'diary'],
          ['viewed', support.consultant, 'week'],
        ]),
      )
      expect(await views()).toHaveLength(2)
      await nextDay()
      await open('diary')
      expect(await views()).toHaveLength(3)
    })

    it('opens until the day is over, by the provider’s clock', async () => {
      await open('diary')
      const { rows } = await db.pool.query(
        `select viewing_until at time zone 'Europe/Madrid' as until,
           viewing_until > now() and viewing_until <= now() + interval '25 hours' as is_today
         from public.access_grants where family_id = $1`,
        [support.family],
      )
      expect(rows).toMatchObject([{ until: expect.stringMatching(/T00:00:00/), is_today: true }])
      await nextDay()
      expect(await rowsSeen()).toBe(0)
    })

    it.each([null, '', 'summary', 'Diary', 'a'.repeat(1000)])(
      'at «%s» is refused, and opens nothing',
      async (part) => {
        expect(await refusal(open(part))).toBe('23514')
        expect([await rowsSeen(), await views()]).toEqual([0, []])
      },
    )

    it.each(['diary', 'week', 'trend', 'plan', 'printed', 'report'])('at «%s» is one', async (part) => {
      await open(part)
      // All of the diary is open from then on, so that is what the family reads.
      const parts = [...new Set(['diary', part])]
      expect(await rowsSeen()).toBe(1)
      expect(new Set(await views())).toEqual(new Set(parts.map((one) => ['viewed', support.consultant, one])))
    })

    it('of one consultant opens nothing to another, nor another family', async () => {
      const other = await newConsultant(db)
      await letIn(db.pool, support.family, other, 'viewer')
      await answerOf(support.owner, 'change_access', other, 'consultant', 'Otra', '2090-01-01')
      await open('diary')
      expect(await rowsSeen(staff(db.pool, other))).toBe(0)
      const next = await newSupport(db)
      await letConsultantIn({ ...next, marta: support.marta, consultant: support.consultant })
      await next.owner('insert into public.baby_info default values')
      const read = await support.marta('select from public.baby_info where user_id = $1', next.family)
      expect(read.rowCount).toBe(0)
    })

    it('has an end: no consultant is let in for good', async () => {
      for (const [call, ...given] of [
        ['invite_to_family', 'consultant', 'Marta', null],
        ['change_access', support.consultant, 'consultant', 'Marta', null],
      ])
        expect(await refusal(answerOf(support.owner, String(call), ...given))).toBe('23514')
      await answerOf(support.owner, 'change_access', support.consultant, 'consultant', 'Marta', '2090-01-01')
    })

    it('is told to the family with the consultant’s last look', async () => {
      await open('diary')
      const [{ people }] = await answerOf(support.owner, 'my_families')
      expect(people).toMatchObject([{ last_seen_at: expect.any(String) }])
    })
  })

  describe('a family that is not open', () => {
    const closings: [string, (support: Support) => Promise<unknown>][] = [
      ['that has ended it', ({ owner, consultant }) => answerOf(owner, 'end_access', consultant)],
      ['that the consultant has left', ({ marta, family }) => answerOf(marta, 'leave_family', family)],
      [
        'whose consent has run out',
        ({ family }) =>
          db.pool.query('update public.access_grants set until = now() where family_id = $1', [family]),
      ],
      [
        'that is disabled',
        ({ family }) =>
          db.pool.query(`update auth.users set banned_until = now() + '1 hour' where id = $1`, [family]),
      ],
      [
        'that is deleted',
        ({ family }) => db.pool.query('update auth.users set deleted_at = now() where id = $1', [family]),
      ],
      [
        'whose trial is over',
        ({ family }) =>
          db.pool.query(
            `update auth.users set raw_app_meta_data = '{"trial_ends_at": "2025-08-10T22:30:00Z"}' where id = $1`,
            [family],
          ),
      ],
      [
        'that has made a viewer of the consultant',
        ({ owner, consultant }) => answerOf(owner, 'change_access', consultant, 'viewer', 'Marta', null),
      ],
    ]
    it.each(closings)('%s can’t be looked at, written to, or listed', async (what, close) => {
      await open('diary')
      await close(support)
      const before = await contentsOf(db.pool)
      const { family, marta } = support
      for (const call of [
        ['open_family', family, 'week'],
        ['consulted_family', family],
        ['set_support', family, '2026-01-01', '2035-03-31', ''],
        ['save_note', family, 'Una nota'],
      ] as [string, ...unknown[]][])
        expect(await refusal(answerOf(marta, ...call)), call[0]).toBe(REFUSED)
      expect((await answerOf(marta, 'consulted_families')).families).toEqual([])
      expect(await answerOf(marta, 'consulted_summaries', [family], '2025-01-01')).toEqual([])
      expect(await answerOf(marta, 'consulted_revs', [family])).toEqual([])
      expect(await rowsSeen()).toBe(what.includes('viewer') ? 1 : 0)
      const lines = (rows: unknown[]) => rows.filter((row) => (row as { name: string }).name !== 'sync_state')
      expect(lines(await contentsOf(db.pool))).toEqual(lines(before))
    })

    it('is never open by way of another’s id, or none', async () => {
      const other = await db.createUser()
      for (const id of [other, support.consultant, null])
        expect(await refusal(answerOf(support.marta, 'open_family', id, 'diary'))).toBe(REFUSED)
      await makeStaff(db.pool, other)
      expect(await refusal(open('diary', staff(db.pool, other)))).toBe(REFUSED)
    })

    it.each<[string, ...unknown[]]>([
      ['open_family', 'diary'],
      ['set_support', '2026-01-01', '2030-12-31', ''],
      ['propose_plan', 'Una siesta menos', ...PLAN],
    ])('that is ended while %s waits for its turn isn’t reached any more', async (name, ...values) => {
      const { family, consultant, marta } = support
      const called = await whileLocked(db.pool, {
        hold: (ending) => ending.query('select public.end_grant($1, $2, $3)', [family, consultant, 'ended']),
        send: () => refusal(answerOf(marta, name, family, ...values)),
      })
      expect(called).toBe(REFUSED)
      expect((await historyOf(support.owner)).at(-1)).toEqual(['ended', support.consultant, null])
    })
  })

  describe('the history', () => {
    it('is altered by nobody, and made up by nobody', async () => {
      await open('diary')
      const forged = `insert into public.access_history (family_id, event, account_id, role, name, part)
        values ('${support.family}', 'viewed', '${support.consultant}', 'consultant', 'Nadie', 'week')`
      for (const caller of [support.marta, support.owner, service(db.pool), anonymous(db.pool)])
        for (const sql of [
          `update public.access_history set part = 'plan' where event = 'viewed'`,
          `delete from public.access_history where event = 'viewed'`,
          forged,
        ])
          expect(await refusal(caller(sql)), sql).toBe(REFUSED)
      for (const sql of [
        `update public.access_history set part = 'plan'`,
        'delete from public.access_history',
      ])
        expect(await refusal(db.pool.query(sql))).toBe(REFUSED)
      expect(await views()).toEqual([['viewed', support.consultant, 'diary']])
    })

    it('says what was looked at in a line of a look, and in no other', async () => {
      const line = (event: string, part: string | null) =>
        db.pool.query(
          `insert into public.access_history (family_id, event, role, name, part) values ($1, $2, 'consultant', 'x', $3)`,
          [support.family, event, part],
        )
      for (const [event, part] of [
        ['viewed', null],
        ['joined', 'diary'],
        ['viewed', 'all'],
      ] as const)
        expect(await refusal(line(event, part))).toBe('23514')
    })

    it('stays with the family when the consultant’s account goes', async () => {
      await open('diary')
      await db.pool.query('select public.delete_account($1)', [support.consultant])
      expect(await views()).toEqual([['viewed', support.consultant, 'diary']])
      const guest = user(db.pool, await db.createUser())
      expect((await guest('select from public.access_history')).rowCount).toBe(0)
    })
  })
})
