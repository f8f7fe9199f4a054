import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { anonymous, type Caller, refusal, user } from '../../../server/testing/callers.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { invite, letIn } from './let-in.ts'

const INVITE = 'select public.invite_to_family($1, $2, $3) as answer'
const ACCEPT = 'select public.accept_invitation($1) as answer'
const LOOK = 'select public.look_at_invitation($1) as answer'
const INVITE_AS = 'select public.invite_to_family($1, $2, $3, $4) as answer'
const CHANGE = 'select public.change_access($1, $2, $3, $4) as answer'
const END = 'select public.end_access($1) as answer'
const LEAVE = 'select public.leave_family($1) as answer'
const WITHDRAW = 'select public.withdraw_invitation($1) as answer'
const TOMORROW = '2999-01-02T00:00:00+00:00'

onEachEngine((db) => {
  let ana: string
  let bea: string
  let owner: Caller
  let guest: Caller

  beforeEach(async () => {
    ;[ana, bea] = [await db.createUser(), await db.createUser()]
    ;[owner, guest] = [user(db.pool, ana), user(db.pool, bea)]
    await owner(`insert into public.baby_info (name, owner_name) values ('Leo', 'Ana')`)
  })

  const answerOf = async (asked: ReturnType<Caller>) => (await asked).rows[0].answer
  const families = (caller: Caller) => answerOf(caller('select public.my_families() as answer'))
  const own = async () => (await families(owner))[0]
  const history = async () =>
    (await owner('select event, account_id, role, name from public.access_history order by at')).rows.map(
      ({ event, account_id, role, name }) => [event, account_id, role, name],
    )
  const numbers = async () =>
    (await owner('select rev, access_rev from public.sync_state where user_id = $1', ana)).rows[0]
  /** All that the functions write, as their owner sees it. */
  const contents = async () => {
    const tables = ['access_grants', 'access_invitations', 'access_history', 'sync_state']
    const one = (table: string) => `select '${table}' as name, t::text as row from public.${table} as t`
    return (await db.pool.query(`${tables.map(one).join(' union all ')} order by 1, 2`)).rows
  }

  describe('inviting', () => {
    it('answers the token once, and keeps only its hash', async () => {
      const made = await answerOf(owner(INVITE, 'viewer', '  Abuela ', TOMORROW))
      expect(made).toEqual({
        id: expect.any(String),
        token: expect.stringMatching(/^[0-9a-f]{64}$/),
        expires_at: expect.any(String),
      })
      const { rows } = await db.pool.query(
        `select name, role, until = $2 as is_until, token_hash = sha256(convert_to($3, 'UTF8')) as is_hash,
          expires_at - invited_at = interval '7 days' as is_a_week
         from public.access_invitations where id = $1`,
        [made.id, TOMORROW, made.token],
      )
      expect(rows).toEqual([
        { name: 'Abuela', role: 'viewer', is_until: true, is_hash: true, is_a_week: true },
      ])
      expect((await own()).invitations).toEqual([
        {
          id: made.id,
          name: 'Abuela',
          role: 'viewer',
          until: TOMORROW,
          invited_at: expect.any(String),
          expires_at: made.expires_at,
        },
      ])
      expect(await history()).toEqual([['invited', null, 'viewer', 'Abuela']])
    })

    it.each([
      ['owner', 'Abuela', '23514'],
      ['', 'Abuela', '23514'],
      [null, 'Abuela', '23502'],
      ['carer', '', '23514'],
      ['carer', ' \n\t', '23514'],
      ['carer', 'a'.repeat(41), '23514'],
      ['carer', null, '23502'],
    ])('as «%s» with the name «%s» is refused and changes nothing', async (role, name, code) => {
      await letIn(db.pool, ana, bea, 'viewer')
      const before = await contents()
      expect(await refusal(owner(INVITE, role, name, null))).toBe(code)
      expect(await refusal(owner(CHANGE, bea, role, name, null))).toBe(code)
      expect(await contents()).toEqual(before)
    })

    it('again under its id is the same invitation with another link, of which alone anybody was told', async () => {
      const id = randomUUID()
      const again = () => answerOf(owner(INVITE_AS, 'viewer', 'Abuela', TOMORROW, id))
      const [lost, told] = [await again(), await again()]
      expect([lost.id, told.id, lost.token === told.token]).toEqual([id, id, false])
      expect((await own()).invitations).toMatchObject([{ id, expires_at: told.expires_at }])
      expect(await history()).toEqual([['invited', null, 'viewer', 'Abuela']])
      expect(await answerOf(guest(ACCEPT, lost.token))).toEqual({ refused: 'gone' })
      expect(await answerOf(guest(ACCEPT, told.token))).toEqual({ family_id: ana })
    })

    it('under the id of one that was used, says something else, or is another family’s, is refused', async () => {
      const [used, other, theirs] = [randomUUID(), randomUUID(), randomUUID()]
      const { token } = await answerOf(owner(INVITE_AS, 'viewer', 'Abuela', null, used))
      await guest(ACCEPT, token)
      await owner(INVITE_AS, 'viewer', 'Abuela', null, other)
      await guest(INVITE_AS, 'carer', 'Abuela', null, theirs)
      const before = await contents()
      for (const id of [used, other, theirs])
        expect(await refusal(owner(INVITE_AS, 'carer', 'Abuela', null, id))).toBe('23505')
      expect(await contents()).toEqual(before)
    })

    it('has room for ten that nobody has used, and one that was withdrawn or is too old makes room', async () => {
      for (let n = 0; n < 10; n += 1) await invite(db.pool, ana)
      const before = await contents()
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('23514')
      expect(await contents()).toEqual(before)
      const [first, second] = (await own()).invitations
      await owner(WITHDRAW, first.id)
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('accepted')
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('23514')
      await db.pool.query('update public.access_invitations set expires_at = now() where id = $1', [
        second.id,
      ])
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('accepted')
    })

    it('has room for twenty people, those invited among them, and whose access ended counts no more', async () => {
      const people = await Promise.all(Array.from({ length: 19 }, () => db.createUser()))
      for (const account of people) await letIn(db.pool, ana, account, 'viewer')
      await invite(db.pool, ana)
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('23514')
      await owner(END, people[0])
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('accepted')
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('23514')
      await db.pool.query('delete from auth.users where id = $1', [people[1]])
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('accepted')
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('23514')
      await owner(CHANGE, people[2], 'viewer', 'Tía', '2001-01-01')
      expect(await refusal(owner(INVITE, 'carer', 'Abuela', null))).toBe('accepted')
    })

    it('happens thirty times a day, whatever became of them', async () => {
      for (let n = 0; n < 30; n += 1)
        await owner(WITHDRAW, (await answerOf(owner(INVITE, 'carer', 'A', null))).id)
      expect(await refusal(owner(INVITE, 'carer', 'A', null))).toBe('23514')
    })
  })

  describe('a link', () => {
    it('says what it is about to whoever holds it, until it was used', async () => {
      const token = await invite(db.pool, ana, 'viewer', 'Abuela')
      const said = {
        baby_name: 'Leo',
        owner_name: 'Ana',
        name: 'Abuela',
        role: 'viewer',
        until: null,
        expires_at: expect.any(String),
        refused: null,
      }
      expect(await answerOf(anonymous(db.pool)(LOOK, token))).toEqual(said)
      expect(await answerOf(guest(LOOK, token))).toEqual(said)
      await guest(ACCEPT, token)
      expect(await answerOf(guest(LOOK, token))).toBeNull()
      expect(await answerOf(anonymous(db.pool)(LOOK, 'no such token'))).toBeNull()
    })

    it('lets in once, and tells the family’s phones by its next number', async () => {
      const token = await invite(db.pool, ana, 'carer', 'Abuela')
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ family_id: ana })
      expect(await numbers()).toEqual({ rev: 2, access_rev: 2 })
      expect(await history()).toEqual([
        ['invited', null, 'carer', 'Abuela'],
        ['joined', bea, 'carer', 'Abuela'],
      ])
      const before = await contents()
      for (const caller of [user(db.pool, await db.createUser()), owner])
        expect(await answerOf(caller(ACCEPT, token))).toEqual({ refused: 'gone' })
      // Whose answer was lost hears the same again, for as long as it is in.
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ family_id: ana })
      expect(await contents()).toEqual(before)
    })

    it('that eight open at once lets in one of them', async () => {
      const token = await invite(db.pool, ana)
      const accounts = await Promise.all(Array.from({ length: 8 }, () => db.createUser()))
      const answers = await Promise.all(accounts.map((id) => answerOf(user(db.pool, id)(ACCEPT, token))))
      expect(answers.filter(({ family_id }) => family_id === ana)).toHaveLength(1)
      expect(answers.filter(({ refused }) => refused === 'gone')).toHaveLength(7)
      expect((await own()).people).toHaveLength(1)
      expect(await history()).toHaveLength(2)
    })

    it('is for others than the family itself, and stays good', async () => {
      const token = await invite(db.pool, ana)
      expect(await answerOf(owner(LOOK, token))).toMatchObject({ refused: 'own' })
      expect(await answerOf(owner(ACCEPT, token))).toEqual({ refused: 'own' })
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ family_id: ana })
    })

    it('is for who isn’t in yet: nobody takes another’s place by it, and it stays good', async () => {
      await letIn(db.pool, ana, bea, 'carer')
      const token = await invite(db.pool, ana, 'viewer', 'Tía')
      const before = await contents()
      expect(await answerOf(guest(LOOK, token))).toMatchObject({ refused: 'inside' })
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ refused: 'inside' })
      expect(await contents()).toEqual(before)
      const other = user(db.pool, await db.createUser())
      expect(await answerOf(other(LOOK, token))).toMatchObject({ refused: null })
      expect(await answerOf(other(ACCEPT, token))).toEqual({ family_id: ana })
    })

    it.each(['ended', 'run out'])('lets in again whose access has %s', async (how) => {
      await letIn(db.pool, ana, bea, 'carer')
      if (how === 'ended') await owner(END, bea)
      else await owner(CHANGE, bea, 'carer', 'Papá', '2001-01-01')
      const token = await invite(db.pool, ana, 'viewer', 'Abuela')
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ family_id: ana })
    })

    it('opens nothing seven days later', async () => {
      const token = await invite(db.pool, ana)
      const later = `update public.access_invitations set expires_at = expires_at - interval '7 days' + $2::interval where family_id = $1`
      await db.pool.query(later, [ana, '1 minute'])
      expect(await answerOf(guest(LOOK, token))).not.toBeNull()
      await db.pool.query(
        `update public.access_invitations set expires_at = expires_at - interval '1 minute'`,
      )
      expect(await answerOf(guest(LOOK, token))).toBeNull()
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ refused: 'gone' })
      expect((await own()).invitations).toEqual([])
    })

    it('opens nothing when it was withdrawn, which only its family can do', async () => {
      const { id, token } = await answerOf(owner(INVITE, 'viewer', 'Abuela', null))
      await guest(WITHDRAW, id)
      await owner(WITHDRAW, randomUUID())
      expect((await own()).invitations).toHaveLength(1)
      await owner(WITHDRAW, id)
      await owner(WITHDRAW, id)
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ refused: 'gone' })
      expect(await history()).toEqual([
        ['invited', null, 'viewer', 'Abuela'],
        ['withdrawn', null, 'viewer', 'Abuela'],
      ])
    })

    it.each([
      ['deleted', 'deleted_at = now()'],
      ['disabled', `banned_until = now() + interval '1 hour'`],
      ['over', `raw_app_meta_data = '{"trial_ends_at": "2025-08-10T22:30:00Z"}'`],
    ])('of an account that is %s opens nothing, and opens again with it', async (_, closed) => {
      const token = await invite(db.pool, ana)
      await db.pool.query(`update auth.users set ${closed} where id = $1`, [ana])
      expect(await answerOf(anonymous(db.pool)(LOOK, token))).toBeNull()
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ refused: 'gone' })
      await db.pool.query(
        `update auth.users set deleted_at = null, banned_until = null, raw_app_meta_data = '{}' where id = $1`,
        [ana],
      )
      expect(await answerOf(guest(ACCEPT, token))).toEqual({ family_id: ana })
    })
  })

  describe('access', () => {
    beforeEach(() => letIn(db.pool, ana, bea, 'viewer'))

    it('is changed by the family, with a number and a line in the history', async () => {
      const before = await numbers()
      await owner(CHANGE, bea, 'carer', ' Tía Bea ', TOMORROW)
      expect(await numbers()).toEqual({ rev: before.rev + 1, access_rev: before.rev + 1 })
      expect((await history()).at(-1)).toEqual(['changed', bea, 'carer', 'Tía Bea'])
      expect((await own()).people).toMatchObject([
        { account_id: bea, role: 'carer', name: 'Tía Bea', until: TOMORROW },
      ])
      expect((await families(guest))[1]).toMatchObject({ family_id: ana, role: 'carer', until: TOMORROW })
    })

    it('that is changed to what it is already isn’t changed, as where the answer of before was lost', async () => {
      await owner(CHANGE, bea, 'carer', 'Tía Bea', TOMORROW)
      const before = await contents()
      await owner(CHANGE, bea, 'carer', ' Tía Bea ', TOMORROW)
      expect(await contents()).toEqual(before)
      await owner(CHANGE, bea, 'carer', 'Tía Bea', null)
      expect((await own()).people).toMatchObject([{ account_id: bea, until: null }])
      expect(await history()).toHaveLength(4)
    })

    it.each(['ended', 'left'])('that was %s is over at once, and can be given anew', async (how) => {
      const before = await numbers()
      await (how === 'ended' ? owner(END, bea) : guest(LEAVE, ana))
      expect(await numbers()).toEqual({ rev: before.rev + 1, access_rev: before.rev + 1 })
      expect((await history()).at(-1)).toEqual([how, bea, 'viewer', 'La viewer'])
      expect(await families(guest)).toHaveLength(1)
      expect((await guest('select from public.baby_info where user_id = $1', ana)).rowCount).toBe(0)
      expect((await own()).people).toMatchObject([
        { account_id: bea, name: 'La viewer', ended_at: expect.any(String) },
      ])
      const over = await contents()
      await owner(END, bea)
      await owner(CHANGE, bea, 'carer', 'Bea', null)
      await guest(LEAVE, ana)
      expect(await contents()).toEqual(over)
      await letIn(db.pool, ana, bea, 'carer')
      expect((await own()).people).toMatchObject([
        { account_id: bea, name: 'La carer', role: 'carer', ended_at: null },
      ])
      expect((await families(guest))[1]).toMatchObject({ family_id: ana, role: 'carer' })
    })

    it('is for the family alone to change and to end', async () => {
      const stranger = user(db.pool, await db.createUser())
      const before = await contents()
      for (const caller of [guest, stranger]) {
        await caller(CHANGE, bea, 'carer', 'Bea', null)
        await caller(END, bea)
      }
      await stranger(LEAVE, ana)
      const grants = (rows: { name: string }[]) => rows.filter(({ name }) => name !== 'sync_state')
      expect(grants(await contents())).toEqual(grants(before))
      expect(await numbers()).toEqual({ rev: 2, access_rev: 2 })
    })

    it('is changed a hundred times a day, and ended after that', async () => {
      for (let n = 0; n < 100; n += 1) await owner(CHANGE, bea, 'carer', `Bea ${n}`, null)
      const before = await contents()
      expect(await refusal(owner(CHANGE, bea, 'viewer', 'Bea', null))).toBe('23514')
      expect(await contents()).toEqual(before)
      await owner(END, bea)
      expect(await families(guest)).toHaveLength(1)
    })

    it('can be ended when the family’s changes are used up', async () => {
      await db.pool.query('update public.sync_state set rev = 500000 where user_id = $1', [ana])
      await owner(END, bea)
      expect(await families(guest)).toHaveLength(1)
      expect(await numbers()).toEqual({ rev: 500001, access_rev: 500001 })
    })
  })
})
