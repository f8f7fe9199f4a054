import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal, user } from '../../../server/testing/callers.ts'
import { staff } from '../access/let-in.ts'
import { onEachEngine } from '../on-each-engine.ts'
import {
  answerOf,
  contentsOf,
  letConsultantIn,
  newConsultant,
  newSupport,
  PLAN,
  type Support,
} from './support.ts'

const [WINDOW, COUNT, NAPS, BEDTIME] = PLAN
const SAID = { first_wake_window: WINDOW, naps_count: COUNT, naps: JSON.parse(NAPS), night_bedtime: BEDTIME }
/** Plans that `sleep_plans` refuses, too. */
const MISSHAPEN: [string, unknown[]][] = [
  ['no first window', [null, COUNT, NAPS, BEDTIME]],
  ['an endless window', ['a'.repeat(61), COUNT, NAPS, BEDTIME]],
  ['no count', [WINDOW, null, NAPS, BEDTIME]],
  ['nine naps', [WINDOW, 9, NAPS, BEDTIME]],
  ['no naps', [WINDOW, COUNT, null, BEDTIME]],
  ['naps that are null', [WINDOW, COUNT, 'null', BEDTIME]],
  ['naps that are a word', [WINDOW, COUNT, '"dos"', BEDTIME]],
  ['naps that are one nap', [WINDOW, COUNT, '{"duration": 90, "wakeWindow": "2h"}', BEDTIME]],
  ['naps of no length', [WINDOW, COUNT, '[{"wakeWindow": "2h"}, {"wakeWindow": "2h"}]', BEDTIME]],
  ['a thousand naps', [WINDOW, COUNT, JSON.stringify(Array.from({ length: 1000 }, () => ({}))), BEDTIME]],
  ['no bedtime', [WINDOW, COUNT, NAPS, null]],
  ['a bedtime of no clock', [WINDOW, COUNT, NAPS, '25:00']],
]

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
    await support.owner('insert into public.sleep_plans default values')
    await letConsultantIn(support)
  })

  const propose = (sentence: unknown = 'Una siesta menos', plan: readonly unknown[] = PLAN) =>
    answerOf(support.marta, 'propose_plan', support.family, sentence, ...plan)
  const takeBack = (id: string, caller = support.owner) => answerOf(caller, 'take_back_answer', id)
  const pending = async () => (await answerOf(support.owner, 'my_support')).proposals
  const mine = async () => (await answerOf(support.marta, 'consulted_family', support.family)).proposals
  const rev = async () =>
    (await db.pool.query('select access_rev from public.sync_state where user_id = $1', [support.family]))
      .rows[0].access_rev

  describe('a proposal', () => {
    it('is shown to the family, and changes no plan', async () => {
      const plan = async () => (await support.owner('select * from public.sleep_plans')).rows
      const [before, number] = [await plan(), await rev()]
      const id = await propose('  Una siesta menos ')
      const proposal = { id, sentence: 'Una siesta menos', ...SAID, proposed_at: expect.any(String) }
      expect(await pending()).toEqual([{ ...proposal, name: 'Marta Ruiz' }])
      expect(await mine()).toEqual([{ ...proposal, answer: null, answered_at: null }])
      expect(await plan()).toEqual(before)
      expect(await rev()).toBe(number + 1)
    })

    it('takes the place of the one before, and of nobody else’s', async () => {
      await propose('Primera')
      const other = await newSupport(db)
      await letConsultantIn({ ...other, email: support.email, owner: support.owner, family: support.family })
      await answerOf(other.marta, 'propose_plan', support.family, 'De otra', ...PLAN)
      await propose('Segunda')
      expect((await pending()).map(({ sentence }: { sentence: string }) => sentence)).toEqual([
        'De otra',
        'Segunda',
      ])
      expect((await mine()).map(({ answer }: { answer: string }) => answer)).toEqual([null, 'withdrawn'])
    })

    it.each([
      [true, 'taken'],
      [false, 'declined'],
    ])('is answered (%s) once, by the family alone', async (taken, answer) => {
      const id = await propose()
      for (const other of [support.marta, user(db.pool, await db.createUser())])
        expect(await answerOf(other, 'answer_proposal', id, taken)).toBe(false)
      expect(await refusal(answerOf(support.owner, 'answer_proposal', id, null))).toBe('23514')
      expect(await pending()).toHaveLength(1)
      expect(await answerOf(support.owner, 'answer_proposal', id, taken)).toBe(true)
      expect(await answerOf(support.owner, 'answer_proposal', id, !taken)).toBe(false)
      expect(await pending()).toEqual([])
      expect(await mine()).toMatchObject([{ answer, answered_at: expect.any(String) }])
    })

    it('is taken back by whoever has made it, and then can’t be declined', async () => {
      const id = await propose()
      const withdraw = (caller = support.marta) => answerOf(caller, 'withdraw_proposal', id)
      expect(await withdraw(staff(db.pool, await newConsultant(db)))).toBe(false)
      expect(await pending()).toHaveLength(1)
      expect([await withdraw(), await withdraw()]).toEqual([true, true])
      expect(await pending()).toEqual([])
      expect(await answerOf(support.owner, 'answer_proposal', id, false)).toBe(false)
      expect(await mine()).toMatchObject([{ answer: 'withdrawn' }])
    })

    it('that the family follows is taken, also if it was withdrawn before that was told', async () => {
      const id = await propose()
      await answerOf(support.marta, 'withdraw_proposal', id)
      expect(await answerOf(support.owner, 'answer_proposal', id, true)).toBe(true)
      expect(await mine()).toMatchObject([{ answer: 'taken' }])
      expect(await answerOf(support.marta, 'withdraw_proposal', id)).toBe(false)
      expect(await takeBack(id)).toBe(true)
      expect(await mine()).toMatchObject([{ answer: 'withdrawn' }])
      expect(await pending()).toEqual([])
    })

    it.each([true, false])('whose answer (%s) the family takes back waits again', async (taken) => {
      const id = await propose()
      expect(await takeBack(id)).toBe(false)
      await answerOf(support.owner, 'answer_proposal', id, taken)
      for (const other of [support.marta, user(db.pool, await db.createUser())])
        expect(await takeBack(id, other)).toBe(false)
      expect(await takeBack(id)).toBe(true)
      expect(await pending()).toMatchObject([{ id }])
      expect(await mine()).toMatchObject([{ id, answer: null, answered_at: null }])
      expect(await answerOf(support.owner, 'answer_proposal', id, !taken)).toBe(true)
    })

    it('whose answer is taken back makes no second one wait', async () => {
      const id = await propose()
      await answerOf(support.owner, 'answer_proposal', id, true)
      const later = await propose('Otra')
      expect(await takeBack(id)).toBe(true)
      expect(await pending()).toMatchObject([{ id: later }])
      expect(await mine()).toMatchObject([
        { id: later, answer: null },
        { id, answer: 'withdrawn' },
      ])
    })

    it('that the family has taken stays taken, and whoever takes it back is told', async () => {
      const id = await propose()
      await answerOf(support.owner, 'answer_proposal', id, true)
      expect(await answerOf(support.marta, 'withdraw_proposal', id)).toBe(false)
      expect(await mine()).toMatchObject([{ answer: 'taken' }])
    })

    it('sent again under its id is one, whatever has become of it', async () => {
      const id = randomUUID()
      const twice = () => propose('Una siesta menos', [...PLAN, id])
      expect([await twice(), await twice()]).toEqual([id, id])
      expect(await pending()).toMatchObject([{ id, sentence: 'Una siesta menos' }])
      await answerOf(support.owner, 'answer_proposal', id, true)
      const later = await propose('Otra')
      const before = await contentsOf(db.pool)
      // It waits no more, and nothing was proposed.
      expect(await twice()).toBeNull()
      expect(await contentsOf(db.pool)).toEqual(before)
      expect(await pending()).toMatchObject([{ id: later }])
    })

    it('under the id of somebody else’s, or of another family’s, is refused', async () => {
      const id = await propose()
      const other = await newSupport(db)
      await letConsultantIn({ ...other, email: support.email, owner: support.owner, family: support.family })
      await letConsultantIn({ ...other, consultant: support.consultant, marta: support.marta })
      const before = await contentsOf(db.pool)
      for (const [caller, family] of [
        [other.marta, support.family],
        [support.marta, other.family],
      ] as const)
        expect(await refusal(answerOf(caller, 'propose_plan', family, 'x', ...PLAN, id))).toBe('23505')
      expect(await contentsOf(db.pool)).toEqual(before)
    })

    it('is shown no longer than the consultant is let in, and is staff', async () => {
      await propose()
      await db.pool.query(`update auth.users set raw_app_meta_data = '{}' where id = $1`, [
        support.consultant,
      ])
      expect(await pending()).toEqual([])
    })

    it('is shown no longer than the access lasts', async () => {
      await propose()
      await answerOf(support.owner, 'end_access', support.consultant)
      expect(await pending()).toEqual([])
    })

    it('is withdrawn when the consultant is let in anew, perhaps a year later', async () => {
      await propose()
      await answerOf(support.owner, 'end_access', support.consultant)
      await letConsultantIn(support)
      expect(await pending()).toEqual([])
      expect(await mine()).toMatchObject([{ answer: 'withdrawn' }])
    })

    it('that is answered, and the answer taken back, changes nothing of the consultant’s own account', async () => {
      const own = async () =>
        (await db.pool.query('select rev from public.sync_state where user_id = $1', [support.consultant]))
          .rows
      const [id, before, number] = [await propose(), await own(), await rev()]
      await answerOf(support.owner, 'answer_proposal', id, true)
      await takeBack(id)
      expect(await own()).toEqual(before)
      expect(await rev()).toBeGreaterThan(number)
    })

    it.each<[unknown, string]>([
      [null, '23502'],
      ['', '23514'],
      [' \n', '23514'],
      ['a'.repeat(301), '23514'],
    ])('of which «%s» is said is refused', async (sentence, code) => {
      const before = await contentsOf(db.pool)
      expect(await refusal(propose(sentence))).toBe(code)
      expect(await contentsOf(db.pool)).toEqual(before)
    })

    it.each(MISSHAPEN)('with %s is refused and changes nothing', async (_, plan) => {
      await propose('Buena')
      const before = await contentsOf(db.pool)
      expect(await refusal(propose('Mala', plan))).toBe('23514')
      expect(await contentsOf(db.pool)).toEqual(before)
    })

    it('is one that the family’s own plan can be', async () => {
      const sql = `update public.sleep_plans set first_wake_window = $1, naps_count = $2, naps = $3, night_bedtime = $4`
      expect(await refusal(support.owner(sql, ...PLAN))).toBe('accepted')
      for (const [what, plan] of MISSHAPEN)
        expect(await refusal(support.owner(sql, ...plan)), what).toMatch(/^23(514|502)$/)
    })

    it('is made two hundred times a day', async () => {
      await db.pool.query(
        'update public.access_grants set written = 199, written_on = public.provider_day(now())',
      )
      await propose()
      expect(await refusal(propose())).toBe('23514')
    })
  })

  describe('the plans of before', () => {
    const versions = async (caller = support.owner) =>
      (
        await caller(
          'select last_day, night_bedtime from public.plan_versions where family_id = $1 order by last_day',
          support.family,
        )
      ).rows
    const change = (bedtime: string) =>
      support.owner('update public.sleep_plans set night_bedtime = $1', bedtime)
    const today = async () => (await db.pool.query('select public.provider_day(now()) as day')).rows[0].day

    it('are kept by the day: the one that the day began with', async () => {
      await change('20:00')
      await change('20:30')
      expect(await versions()).toEqual([{ last_day: await today(), night_bedtime: '19:30' }])
      await db.pool.query('update public.plan_versions set last_day = last_day - 1')
      await change('21:00')
      expect((await versions()).map(({ night_bedtime }) => night_bedtime)).toEqual(['19:30', '20:30'])
    })

    it('are none where something else of the plan changed, or nothing', async () => {
      await support.owner('update public.sleep_plans set reminders = true')
      await change('19:30')
      expect(await versions()).toEqual([])
    })

    it('are the family’s to read, and the consultant’s on a day with a look', async () => {
      await change('20:00')
      expect(await versions(support.marta)).toEqual([])
      await answerOf(support.marta, 'open_family', support.family, 'plan')
      expect(await versions(support.marta)).toHaveLength(1)
      expect(await versions(user(db.pool, await db.createUser()))).toEqual([])
      for (const caller of [support.owner, support.marta])
        expect(await refusal(caller('delete from public.plan_versions'))).toBe('42501')
    })
  })

  describe('a template', () => {
    const save = (id: unknown, ...values: unknown[]) =>
      answerOf(support.marta, 'save_template', id, ...values)
    const listed = async (): Promise<{ id: string; name: string }[]> =>
      answerOf(support.marta, 'plan_templates')

    it('is made, changed and deleted by any of the staff', async () => {
      const id = randomUUID()
      await save(id, ' De 6 a 9 meses ', 6, 9, ...PLAN)
      const colleague = staff(db.pool, await newConsultant(db))
      await answerOf(colleague, 'save_template', id, 'De 7 a 9 meses', 7, 9, ...PLAN)
      const found = (await answerOf(colleague, 'plan_templates')).filter(
        (one: { id: string }) => one.id === id,
      )
      expect(found).toMatchObject([{ id, name: 'De 7 a 9 meses', from_months: 7, to_months: 9, ...SAID }])
      await answerOf(colleague, 'delete_template', id)
      await answerOf(colleague, 'delete_template', id)
      expect((await listed()).map((one) => one.id)).not.toContain(id)
    })

    it('takes the place of what its writer has seen, and of nothing else', async () => {
      const id = randomUUID()
      const first = await save(id, 'De 6 a 9 meses', 6, 9, ...PLAN, null)
      expect(first).toMatchObject({ saved: true, template: { id, name: 'De 6 a 9 meses', ...SAID } })
      const seen = first.template.updated_at
      const second = await save(id, 'De 7 a 9 meses', 7, 9, ...PLAN, seen)
      expect(second).toMatchObject({ saved: true, template: { from_months: 7 } })
      expect(await save(id, 'Otro nombre', 6, 9, ...PLAN, seen)).toEqual({ ...second, saved: false })
      // Sent once more, as after an answer that was lost.
      expect(await save(id, ' De 7 a 9 meses ', 7, 9, ...PLAN, seen)).toMatchObject({ saved: true })
      expect((await listed()).find((one) => one.id === id)?.name).toBe('De 7 a 9 meses')
      await answerOf(support.marta, 'delete_template', id)
    })

    it.each(MISSHAPEN)('with %s is refused', async (_, plan) => {
      expect(await refusal(save(randomUUID(), 'x', 6, 9, ...plan))).toBe('23514')
    })

    it.each<[unknown[], string]>([
      [[null, 6, 9], '23502'],
      [[' ', 6, 9], '23514'],
      [['a'.repeat(61), 6, 9], '23514'],
      [['x', null, 9], '23502'],
      [['x', 9, 9], '23514'],
      [['x', -1, 9], '23514'],
      [['x', 6, 85], '23514'],
    ])('called and aged %j is refused', async (values, code) => {
      expect(await refusal(save(randomUUID(), ...values, ...PLAN))).toBe(code)
      expect(await refusal(save(null, 'x', 6, 9, ...PLAN))).toBe('23502')
    })

    it('is one of two hundred at most, and the last of them can still be changed', async () => {
      await db.pool.query('delete from public.plan_templates')
      for (let n = 0; n < 200; n += 1) await save(randomUUID(), `${n}`, 6, 9, ...PLAN)
      expect(await refusal(save(randomUUID(), 'Una más', 6, 9, ...PLAN))).toBe('23514')
      const [first] = await listed()
      expect(await refusal(save(first?.id, 'Otra', 6, 9, ...PLAN))).toBe('accepted')
      expect(await listed()).toHaveLength(200)
      await db.pool.query('delete from public.plan_templates')
    })
  })
})
