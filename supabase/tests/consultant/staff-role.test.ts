import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { anonymous, type Caller, refusal, service, user } from '../../../server/testing/callers.ts'
import { makeStaff, staff } from '../access/let-in.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { answerOf, CLOSED, contentsOf, letConsultantIn, newSupport, PLAN, type Support } from './support.ts'

const REFUSED = '42501'

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
  })

  /** What only staff may call, with arguments that would do something. */
  const staffCalls = ({ family, email }: Support): [string, ...unknown[]][] => [
    ['ask_family', email, 'Acompañaros', '2026-01-01', '2035-03-31', ''],
    ['withdraw_request', randomUUID()],
    ['consulted_families'],
    ['consulted_summaries', [family], '2025-08-01'],
    ['consulted_revs', [family]],
    ['consulted_changes', [family]],
    ['consulted_family', family],
    ['open_family', family, 'diary'],
    ['set_support', family, '2026-01-01', '2035-03-31', ''],
    ['save_note', family, 'Una nota'],
    ['save_note', family, 'Una nota', ''],
    ['answer_question', randomUUID(), 'Sí'],
    ['answer_question', randomUUID(), 'Sí', null],
    ['propose_plan', family, 'Una siesta menos', ...PLAN, randomUUID()],
    ['withdraw_proposal', randomUUID()],
    ['plan_templates'],
    ['save_template', randomUUID(), 'De 6 a 9 meses', 6, 9, ...PLAN],
    ['save_template', randomUUID(), 'De 6 a 9 meses', 6, 9, ...PLAN, null],
    ['delete_template', randomUUID()],
  ]

  describe('the role of an account', () => {
    it.each(['consultant', 'admin'])(
      '«%s» counts with the second factor, and is told without',
      async (role) => {
        await makeStaff(db.pool, support.consultant, role)
        const told = { role, name: 'Marta Ruiz' }
        expect(await answerOf(support.marta, 'my_staff_role')).toEqual({
          ...told,
          is_second_factor_given: true,
        })
        expect(await answerOf(user(db.pool, support.consultant), 'my_staff_role')).toEqual({
          ...told,
          is_second_factor_given: false,
        })
      },
    )

    it.each([
      ['none', '{}'],
      ['another', '{"staff_role": "owner"}'],
      ['no text', '{"staff_role": ["consultant"]}'],
      ['of a trial that is over', '{"staff_role": "consultant", "trial_ends_at": "2025-08-10T22:30:00Z"}'],
    ])('that is %s is none', async (_, metadata) => {
      await db.pool.query('update auth.users set raw_app_meta_data = $2 where id = $1', [
        support.consultant,
        metadata,
      ])
      expect(await answerOf(support.marta, 'my_staff_role')).toMatchObject({
        role: null,
        is_second_factor_given: false,
      })
      expect(await refusal(answerOf(support.marta, 'consulted_families'))).toBe(REFUSED)
    })

    it('isn’t what the token or the account itself says', async () => {
      await db.pool.query(
        `update auth.users set raw_user_meta_data = '{"staff_role": "admin"}' where id = $1`,
        [support.family],
      )
      expect(await refusal(answerOf(staff(db.pool, support.family), 'plan_templates'))).toBe(REFUSED)
    })

    it.each([
      ['{"staff_name": "  Marta Ruiz "}', 'Marta Ruiz'],
      ['{"staff_name": " \\t\\n"}', 'marta'],
      [`{"staff_name": "${'a'.repeat(60)}"}`, 'a'.repeat(40)],
      ['{}', 'marta'],
    ])('has a name that families read: %s', async (metadata, name) => {
      const sql = 'update auth.users set raw_app_meta_data = $2, email = $3 where id = $1'
      await db.pool.query(sql, [support.consultant, metadata, `marta@${randomUUID()}.example`])
      expect((await answerOf(support.marta, 'my_staff_role')).name).toBe(name)
    })

    it('has a name without an address, too', async () => {
      await db.pool.query(`update auth.users set raw_app_meta_data = '{}', email = null where id = $1`, [
        support.consultant,
      ])
      expect((await answerOf(support.marta, 'my_staff_role')).name).toBe('Profesional')
    })
  })

  describe('what staff alone may call', () => {
    const outsiders = (): [string, Caller][] => [
      ['the family', support.owner],
      ['the family with a second factor', staff(db.pool, support.family)],
      ['a consultant without the second factor', user(db.pool, support.consultant)],
      ['nobody', anonymous(db.pool)],
      ['the service key', service(db.pool)],
      ['an account that isn’t there', staff(db.pool, randomUUID())],
    ]

    it('is refused to everybody else, and changes nothing', async () => {
      await letConsultantIn(support)
      const before = await contentsOf(db.pool)
      for (const [who, caller] of outsiders())
        for (const call of staffCalls(support))
          expect(await refusal(answerOf(caller, ...call)), `${who}: ${call[0]}`).toBe(REFUSED)
      expect(await contentsOf(db.pool)).toEqual(before)
      // And each of them would have gone well, but where there is nothing with such an id.
      const accepted = await Promise.all(
        staffCalls(support).map(async (call) => [call[0], await refusal(answerOf(support.marta, ...call))]),
      )
      expect(accepted.filter(([, code]) => code !== 'accepted')).toEqual([
        ['answer_question', REFUSED],
        ['answer_question', REFUSED],
      ])
    })

    it('is closed at once when the role is taken away, or the account is closed', async () => {
      await letConsultantIn(support)
      for (const taken of [
        `raw_app_meta_data = '{}'`,
        `banned_until = now() + '1 hour'`,
        'deleted_at = now()',
      ]) {
        const id = support.consultant
        expect(await refusal(answerOf(support.marta, 'open_family', support.family, 'diary'))).toBe(
          'accepted',
        )
        await db.pool.query(`update auth.users set ${taken} where id = $1`, [id])
        for (const call of staffCalls(support))
          expect(await refusal(answerOf(support.marta, ...call)), call[0]).toBe(REFUSED)
        await db.pool.query('update auth.users set banned_until = null, deleted_at = null where id = $1', [
          id,
        ])
        await makeStaff(db.pool, id)
      }
    })
  })

  describe('a family’s functions', () => {
    const calls: [string, ...unknown[]][] = [
      ['my_support'],
      ['answer_request', randomUUID(), true],
      ['answer_proposal', randomUUID(), true],
      ['ask_consultant', '¿Cuándo la siesta?'],
    ]

    it('want somebody signed in, with the second factor of an account that has one', async () => {
      await letConsultantIn(support)
      for (const call of calls)
        for (const caller of [anonymous(db.pool), service(db.pool)])
          expect(await refusal(answerOf(caller, ...call)), call[0]).toBe(REFUSED)
      await db.pool.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')`,
        [support.family],
      )
      for (const call of calls) {
        expect(await refusal(answerOf(support.owner, ...call)), call[0]).toBe(REFUSED)
        expect(await refusal(answerOf(staff(db.pool, support.family), ...call)), call[0]).toBe('accepted')
      }
    })
  })

  it.each(CLOSED)('%s is read and written by the functions alone', async (table) => {
    await letConsultantIn(support)
    for (const caller of [anonymous(db.pool), support.owner, support.marta, service(db.pool)])
      for (const sql of [
        `select from public.${table}`,
        `insert into public.${table} default values`,
        `delete from public.${table}`,
        `truncate public.${table}`,
      ])
        expect(await refusal(caller(sql)), sql).toBe(REFUSED)
  })
})
