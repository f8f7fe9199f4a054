import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '../../../server/testing/callers.ts'
import { staff } from '../access/let-in.ts'
import { onEachEngine } from '../on-each-engine.ts'
import {
  answerOf,
  ask,
  CLOSED,
  contentsOf,
  letConsultantIn,
  newConsultant,
  newSupport,
  PLAN,
  type Support,
} from './support.ts'

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
    await letConsultantIn(support)
  })

  const asked = () => answerOf(support.owner, 'ask_consultant', ' ¿Cuándo la siesta? ')
  const told = async () => (await answerOf(support.owner, 'my_support')).questions
  const heard = async () => (await answerOf(support.marta, 'consulted_family', support.family)).questions
  const open = async () => (await answerOf(support.marta, 'consulted_families')).families[0].open_questions

  describe('a question', () => {
    it('is heard by the consultant, answered, and read by the family with a name', async () => {
      const id = await asked()
      const question = { id, question: '¿Cuándo la siesta?', asked_at: expect.any(String) }
      const unanswered = { ...question, reply: null, replied_by: null, replied_at: null }
      expect([await told(), await heard(), await open()]).toEqual([[unanswered], [unanswered], 1])
      await answerOf(support.marta, 'answer_question', id, ' A las 13:00 ')
      const answered = {
        ...question,
        reply: 'A las 13:00',
        replied_by: 'Marta Ruiz',
        replied_at: expect.any(String),
      }
      expect([await told(), await heard(), await open()]).toEqual([[answered], [answered], 0])
    })

    it('is told with its reply however many were asked since', async () => {
      const first = await asked()
      await db.pool.query(
        `update public.family_questions set asked_at = now() - interval '2 days' where family_id = $1`,
        [support.family],
      )
      await db.pool.query(
        `insert into public.family_questions (family_id, question, asked_at)
         select $1, 'Otra ' || n, now() - interval '1 day' from generate_series(1, 60) as n`,
        [support.family],
      )
      expect((await told()).map(({ id }: { id: string }) => id)).not.toContain(first)
      await answerOf(support.marta, 'answer_question', first, 'A las 13:00')
      expect((await told()).at(-1)).toMatchObject({ id: first, reply: 'A las 13:00' })
    })

    it('sent again under its id is one, whatever has become of it', async () => {
      const id = randomUUID()
      const again = () => answerOf(support.owner, 'ask_consultant', '¿Cuándo la siesta?', id)
      expect(await again()).toBe(id)
      await answerOf(support.marta, 'answer_question', id, 'A las 13:00')
      await answerOf(support.owner, 'end_access', support.consultant)
      const before = await contentsOf(db.pool)
      expect(await again()).toBe(id)
      expect(await contentsOf(db.pool)).toEqual(before)
      expect(await told()).toMatchObject([{ id, reply: 'A las 13:00' }])
    })

    it('under the id of another family’s is refused', async () => {
      const id = await asked()
      const other = await newSupport(db)
      await letConsultantIn(other)
      const before = await contentsOf(db.pool)
      expect(await refusal(answerOf(other.owner, 'ask_consultant', 'x', id))).toBe('23505')
      expect(await contentsOf(db.pool)).toEqual(before)
    })

    it('is asked only of a consultant who is there', async () => {
      await db.pool.query(`update auth.users set raw_app_meta_data = '{}' where id = $1`, [
        support.consultant,
      ])
      expect(await refusal(asked())).toBe('42501')
      const alone = await newSupport(db)
      expect(await refusal(answerOf(alone.owner, 'ask_consultant', '¿Hola?'))).toBe('42501')
    })

    it('is answered by the family’s own consultants alone', async () => {
      const id = await asked()
      const other = await newSupport(db)
      await letConsultantIn(other)
      for (const caller of [other.marta, support.owner])
        expect(await refusal(answerOf(caller, 'answer_question', id, 'No'))).toBe('42501')
      await answerOf(support.owner, 'end_access', support.consultant)
      expect(await refusal(answerOf(support.marta, 'answer_question', id, 'No'))).toBe('42501')
      expect(await refusal(answerOf(support.marta, 'answer_question', randomUUID(), 'No'))).toBe('42501')
      expect(await told()).toMatchObject([{ reply: null }])
    })

    it.each<[unknown, string]>([
      [null, '23502'],
      ['', '23514'],
      ['\n\t', '23514'],
      ['a'.repeat(1001), '23514'],
    ])('that says «%s» is refused', async (question, code) => {
      expect(await refusal(answerOf(support.owner, 'ask_consultant', question))).toBe(code)
      expect(await told()).toEqual([])
    })

    it.each([null, '', ' ', 'a'.repeat(2001)])(
      'isn’t answered by «%s», nor loses the answer it has',
      async (reply) => {
        const id = await asked()
        await answerOf(support.marta, 'answer_question', id, 'A las 13:00')
        const before = await contentsOf(db.pool)
        expect(await refusal(answerOf(support.marta, 'answer_question', id, reply))).toBe('23514')
        expect(await contentsOf(db.pool)).toEqual(before)
      },
    )

    it('is answered once by those who have seen it unanswered, and anew by whoever has read the answer', async () => {
      const id = await asked()
      const other = await newConsultant(db)
      const colleague = staff(db.pool, other)
      await letConsultantIn({ ...support, consultant: other, marta: colleague })
      const reply = (text: string, seen: unknown, caller = support.marta) =>
        refusal(answerOf(caller, 'answer_question', id, text, seen))
      const read = async () => (await heard())[0]
      expect(await reply('A las 13:00', null)).toBe('accepted')
      const first = await read()
      expect(first).toMatchObject({ reply: 'A las 13:00' })
      for (const seen of [null, '2025-08-11T13:00:00Z'])
        expect(await reply('A las 14:00', seen, colleague)).toBe('P0001')
      expect(await reply(' A las 13:00 ', null)).toBe('accepted')
      expect(await read()).toEqual(first)
      expect(await reply('A las 14:00', first.replied_at, colleague)).toBe('accepted')
      expect(await read()).toMatchObject({ reply: 'A las 14:00' })
      expect(await reply(' ', (await read()).replied_at)).toBe('23514')
      expect(await reply('A las 14:00', null, support.owner)).toBe('42501')
      await answerOf(support.owner, 'end_access', support.consultant)
      expect(await reply('A las 14:00', null)).toBe('42501')
    })

    it('is answered by one of two who answer it at once', async () => {
      const id = await asked()
      const both = ['A las 13:00', 'A las 14:00'].map((text) =>
        refusal(answerOf(support.marta, 'answer_question', id, text, null)),
      )
      expect((await Promise.all(both)).sort()).toEqual(['P0001', 'accepted'])
    })

    it('that waits longest is among the fifty that are told, however many wait', async () => {
      const first = await asked()
      await db.pool.query(
        `update public.family_questions set asked_at = now() - interval '1 day' where id = $1`,
        [first],
      )
      await db.pool.query(
        `insert into public.family_questions (family_id, question, asked_at)
         select $1, '¿Y ahora?', now() + interval '1 minute' * n from generate_series(1, 50) as n`,
        [support.family],
      )
      const questions = await heard()
      expect([questions.length, questions.at(-1).id]).toEqual([50, first])
    })

    it('without an answer is among the fifty that are told, in its place by date', async () => {
      const first = await asked()
      await db.pool.query(
        `insert into public.family_questions (family_id, question, asked_at, reply, replied_by, replied_at)
         select $1, 'x', now() + n * interval '1 second', 'x', 'x', now() from generate_series(1, 60) as n`,
        [support.family],
      )
      const questions = await heard()
      expect(questions).toHaveLength(50)
      expect(questions.at(-1)).toMatchObject({ id: first, reply: null })
    })

    it('is one of thirty a day, of which the family reads the last twenty', async () => {
      for (let n = 0; n < 30; n += 1) await answerOf(support.owner, 'ask_consultant', `${n}`)
      expect(await refusal(asked())).toBe('23514')
      expect((await told()).map(({ question }: { question: string }) => question)).toEqual(
        Array.from({ length: 20 }, (_, n) => `${29 - n}`),
      )
      expect(await heard()).toHaveLength(30)
    })
  })

  describe('a note', () => {
    const note = async (caller = support.marta) =>
      (await answerOf(caller, 'consulted_family', support.family)).note

    it('is its consultant’s alone', async () => {
      expect(await note()).toBe('')
      await answerOf(support.marta, 'save_note', support.family, 'Duerme en brazos')
      await answerOf(support.marta, 'save_note', support.family, 'Ya duerme sola')
      const other = await newConsultant(db)
      const colleague = { ...support, consultant: other, marta: staff(db.pool, other) }
      await letConsultantIn(colleague)
      expect([await note(), await note(colleague.marta)]).toEqual(['Ya duerme sola', ''])
      expect(JSON.stringify(await answerOf(support.owner, 'my_support'))).not.toContain('duerme')
    })

    it('takes the place of what its writer has seen, and of nothing else', async () => {
      const save = (text: string, seen: string) =>
        answerOf(support.marta, 'save_note', support.family, text, seen)
      expect(await save('Duerme en brazos', '')).toBeNull()
      expect(await save('Otra idea', '')).toBe('Duerme en brazos')
      expect(await note()).toBe('Duerme en brazos')
      expect(await save('Ya duerme sola', 'Duerme en brazos')).toBeNull()
      // Sent once more, as after an answer that was lost.
      expect(await save('Ya duerme sola', 'Duerme en brazos')).toBeNull()
      expect(await note()).toBe('Ya duerme sola')
    })

    it.each<[unknown, string]>([
      [null, '23502'],
      ['a'.repeat(10_001), '23514'],
    ])('isn’t %s', async (text, code) => {
      expect(await refusal(answerOf(support.marta, 'save_note', support.family, text))).toBe(code)
      expect(await note()).toBe('')
    })
  })

  describe('an account that is deleted', () => {
    const left = async (column: string, id: string) => {
      const found = []
      for (const table of [
        ...CLOSED.filter((name) => name !== 'plan_templates'),
        'plan_versions',
        'access_history',
        'access_grants',
      ]) {
        const has = `select to_jsonb(t) ->> $1 as id from public.${table} as t`
        const { rows } = await db.pool.query(has, [column])
        if (rows.some((row) => row.id === id)) found.push(table)
      }
      return found
    }
    beforeEach(async () => {
      await asked()
      await answerOf(support.marta, 'propose_plan', support.family, 'Una siesta menos', ...PLAN)
      await answerOf(support.marta, 'save_note', support.family, 'Una nota')
      await ask(support.marta, 'nadie@example.com')
      await answerOf(support.marta, 'open_family', support.family, 'diary')
      await support.owner('insert into public.sleep_plans default values')
      await support.owner(`update public.sleep_plans set night_bedtime = '20:30'`)
    })

    it('leaves nothing where it was the family', async () => {
      expect(await left('family_id', support.family)).toHaveLength(8)
      await db.pool.query('select public.delete_account($1)', [support.family])
      expect(await left('family_id', support.family)).toEqual([])
    })

    it('leaves of a consultant what is the family’s', async () => {
      expect(await left('consultant_id', support.consultant)).toEqual([
        'access_requests',
        'plan_proposals',
        'consultant_notes',
        'unknown_addresses',
      ])
      await db.pool.query('select public.delete_account($1)', [support.consultant])
      expect(await left('consultant_id', support.consultant)).toEqual([])
      expect(await left('account_id', support.consultant)).toEqual(['access_history', 'access_grants'])
      expect(await told()).toHaveLength(1)
    })
  })
})
