import { beforeEach, describe, expect, it } from 'vitest'
import { invite } from '../access/let-in.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { answerOf, ask, letConsultantIn, newSupport, type Support } from './support.ts'

onEachEngine((db) => {
  let support: Support
  beforeEach(async () => {
    support = await newSupport(db)
  })

  const told = async (caller = support.marta) => answerOf(caller, 'consulted_families')
  const closed = async () => (await told()).closed
  const asked = async () => (await told()).families[0].asked
  const refuse = async (ends?: string) => {
    const { id } = await ask(support.marta, support.email, ends)
    await answerOf(support.owner, 'answer_request', id, false)
  }
  const end = () => answerOf(support.owner, 'end_access', support.consultant)
  const later = (interval: string) =>
    db.pool.query(
      `with r as (
         update public.access_requests set asked_at = asked_at - $2::interval, answered_at = answered_at - $2::interval
         where family_id = $1)
       update public.access_grants set ended_at = ended_at - $2::interval, granted_at = granted_at - $2::interval
       where family_id = $1`,
      [support.family, interval],
    )

  describe('a consultant is told for a fortnight', () => {
    it('who has said no, by the address that was asked', async () => {
      await refuse()
      await db.pool.query(`update auth.users set email = 'otra.' || email where id = $1`, [support.family])
      const line = { email: support.email, why: 'refused', is_account_closed: false, at: expect.any(String) }
      expect(await told()).toMatchObject({ families: [], requests: [], closed: [line] })
      expect((await closed())[0]).toEqual(line)
      await later('14 days')
      expect(await closed()).toEqual([])
    })

    it('who has ended an access, and whose is over', async () => {
      await letConsultantIn(support)
      expect(await closed()).toEqual([])
      const over =
        'update public.access_grants set until = now() where family_id = $1 returning to_jsonb(until) as at'
      const [{ at }] = (await db.pool.query(over, [support.family])).rows
      expect(await closed()).toEqual([{ email: support.email, why: 'ended', is_account_closed: false, at }])
      await letConsultantIn(support)
      expect(await closed()).toEqual([])
      await end()
      expect(await closed()).toEqual([
        { email: support.email, why: 'ended', is_account_closed: false, at: expect.any(String) },
      ])
      await later('14 days')
      expect(await closed()).toEqual([])
    })

    it('who has ended an access that was asked for so long ago that only a later request is left', async () => {
      await letConsultantIn(support)
      await later('31 days')
      await refuse('2035-04-30')
      await end()
      expect(await closed()).toMatchObject([{ email: support.email, why: 'ended' }])
    })

    it('of an access by an invitation without an address', async () => {
      await answerOf(support.marta, 'accept_invitation', await invite(db.pool, support.family, 'consultant'))
      await end()
      expect(await closed()).toEqual([
        { email: null, why: 'ended', is_account_closed: false, at: expect.any(String) },
      ])
    })

    it('the latest of a family, and nothing while it is asked again or lets her in', async () => {
      await letConsultantIn(support)
      await end()
      await refuse()
      expect(await closed()).toMatchObject([{ why: 'refused' }])
      await later('7 days')
      const { id } = await ask(support.marta, support.email)
      expect(await closed()).toEqual([])
      await answerOf(support.marta, 'withdraw_request', id)
      expect(await closed()).toMatchObject([{ why: 'refused' }])
      await letConsultantIn(support)
      await refuse('2035-04-30')
      expect(await closed()).toEqual([])
    })

    it.each([
      ['whose trial is over', `jsonb_build_object('trial_ends_at', now() - $2::interval)`, 'banned_until'],
      ['that was put out of use', 'raw_app_meta_data', `now() + '1 day'`],
    ])('of an account %s, that it is closed, until it is open again', async (_what, metadata, ban) => {
      await letConsultantIn(support)
      await refuse('2035-04-30')
      const close = (before: string) =>
        db.pool.query(
          `update auth.users set raw_app_meta_data = ${metadata}, banned_until = ${ban}, updated_at = now() - $2::interval
           where id = $1`,
          [support.family, before],
        )
      await close('1 day')
      const line = { email: support.email, why: 'ended', is_account_closed: true, at: expect.any(String) }
      expect(await told()).toMatchObject({ families: [] })
      expect(await closed()).toEqual([line])
      await close('14 days')
      expect(await closed()).toEqual([])
      await close('13 days')
      await db.pool.query(
        `update auth.users set raw_app_meta_data = '{}', banned_until = null where id = $1`,
        [support.family],
      )
      expect(await closed()).toEqual([])
      expect((await told()).families).toHaveLength(1)
      // Of one that its owner has deleted nothing is told.
      await close('1 day')
      await db.pool.query('update auth.users set deleted_at = now() where id = $1', [support.family])
      expect(await closed()).toEqual([])
    })

    it('nothing of what others have asked', async () => {
      await refuse()
      expect((await told((await newSupport(db)).marta)).closed).toEqual([])
    })
  })

  describe('a family that lets her in shows', () => {
    it('that it was asked for longer, until it answers', async () => {
      await letConsultantIn(support)
      expect(await asked()).toBeNull()
      const { id } = await ask(support.marta, support.email, '2035-04-30')
      expect(await asked()).toEqual({ asked_at: expect.any(String), refused_at: null })
      await answerOf(support.owner, 'answer_request', id, true)
      expect(await asked()).toBeNull()
    })

    it('that it has said no to more, for thirty days', async () => {
      await letConsultantIn(support)
      await refuse('2035-04-30')
      expect(await asked()).toEqual({ asked_at: expect.any(String), refused_at: expect.any(String) })
      await later('30 days')
      expect(await asked()).toBeNull()
    })

    it('nothing of what was withdrawn, or refused before it let her in', async () => {
      await refuse()
      await answerOf(support.marta, 'accept_invitation', await invite(db.pool, support.family, 'consultant'))
      expect(await asked()).toBeNull()
      await later('7 days')
      const { id } = await ask(support.marta, support.email, '2035-05-31')
      await answerOf(support.marta, 'withdraw_request', id)
      expect(await asked()).toBeNull()
    })
  })
})
