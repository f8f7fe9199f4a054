import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { asRole } from '../../../server/db/as-role.ts'
import { anonymous, type Caller, refusal, service, user } from '../../../server/testing/callers.ts'
import { onEachEngine } from '../on-each-engine.ts'
import { invite, letIn, staff } from './let-in.ts'

const REFUSED = '42501'

onEachEngine((db) => {
  let ana: string
  let bea: string
  let owner: Caller
  let guest: Caller

  beforeEach(async () => {
    ;[ana, bea] = [await db.createUser(), await db.createUser()]
    ;[owner, guest] = [user(db.pool, ana), user(db.pool, bea)]
  })

  const families = async (caller: Caller) =>
    (await caller('select public.my_families() as answer')).rows[0].answer
  const own = async () => (await families(owner))[0]

  describe('the families of an account', () => {
    it('are its own alone, before anything is there', async () => {
      expect(await families(owner)).toEqual([
        {
          family_id: ana,
          baby_name: null,
          owner_name: null,
          role: 'owner',
          until: null,
          is_open: true,
          is_untouched: true,
          access_rev: 0,
          people: [],
          invitations: [],
        },
      ])
    })

    it('are its own first, and then those that let it in, in their order', async () => {
      await owner(`insert into public.baby_info (name, owner_name) values ('Leo', 'Ana')`)
      const other = await db.createUser()
      await letIn(db.pool, ana, bea, 'viewer')
      await letIn(db.pool, other, bea, 'carer')
      expect(await families(guest)).toMatchObject([
        { family_id: bea, role: 'owner', access_rev: 2 },
        {
          family_id: ana,
          role: 'viewer',
          access_rev: 2,
          baby_name: 'Leo',
          owner_name: 'Ana',
          invitations: [],
        },
        { family_id: other, role: 'carer', access_rev: 1, baby_name: null, is_untouched: false },
      ])
    })

    it.each([
      ['deleted', 'deleted_at = now()'],
      ['disabled', `banned_until = now() + interval '1 hour'`],
      ['over', `raw_app_meta_data = '{"trial_ends_at": "2025-08-10T22:30:00Z"}'`],
    ])('are closed while their account is %s', async (_, closed) => {
      await letIn(db.pool, ana, bea, 'viewer')
      await db.pool.query(`update auth.users set ${closed} where id = $1`, [ana])
      expect(await families(guest)).toMatchObject([{ is_open: true }, { family_id: ana, is_open: false }])
    })

    it('are no longer those whose time is over', async () => {
      await letIn(db.pool, ana, bea, 'viewer')
      await owner(`select public.change_access($1, 'viewer', 'Bea', now())`, bea)
      expect(await families(guest)).toHaveLength(1)
      const [bea_] = (await own()).people
      expect(bea_.ended_at).toBe(bea_.until)
    })

    it('are not those whose consultant it is, which are the console’s', async () => {
      await letIn(db.pool, ana, bea, 'consultant')
      expect(await families(staff(db.pool, bea))).toMatchObject([{ family_id: bea, role: 'owner' }])
      expect((await own()).people).toMatchObject([{ account_id: bea, role: 'consultant', ended_at: null }])
    })

    it('tell whoever is in of those who were, and the family alone of its invitations', async () => {
      await letIn(db.pool, ana, bea, 'viewer')
      const [consultant, carer] = [await db.createUser(), await db.createUser()]
      await letIn(db.pool, ana, consultant, 'consultant')
      await letIn(db.pool, ana, carer, 'carer')
      await owner('select public.end_access($1)', carer)
      await invite(db.pool, ana)
      const names = (family: { people: { name: string }[] }) => family.people.map(({ name }) => name)
      expect(names(await own())).toEqual(['La viewer', 'La consultant', 'La carer'])
      expect(names((await families(guest))[1])).toEqual(['La viewer', 'La consultant', 'La carer'])
      expect((await families(guest))[1].invitations).toEqual([])
      expect((await own()).invitations).toHaveLength(1)
    })

    it('keep the name of whoever is gone', async () => {
      await letIn(db.pool, ana, bea, 'carer')
      expect((await own()).people).toMatchObject([{ name: 'La carer', ended_at: null, last_seen_at: null }])
      await guest('select public.my_families()')
      expect((await own()).people).toMatchObject([{ last_seen_at: expect.any(String) }])
      await db.pool.query('select public.delete_account($1)', [bea])
      expect((await own()).people).toMatchObject([
        { account_id: bea, name: 'La carer', ended_at: expect.any(String) },
      ])
    })

    it('tell the family alone the addresses of who is in or was, and of nobody who works for the provider', async () => {
      await letIn(db.pool, ana, bea, 'viewer')
      const [consultant, carer] = [await db.createUser(), await db.createUser()]
      await letIn(db.pool, ana, consultant, 'consultant')
      await letIn(db.pool, ana, carer, 'carer')
      await owner('select public.end_access($1)', carer)
      await invite(db.pool, ana)
      const addresses = (family: { people: { email: string }[] }) => family.people.map(({ email }) => email)
      const addressOf = async (id: string) =>
        (await db.pool.query('select email from auth.users where id = $1', [id])).rows[0].email
      expect(addresses(await own())).toEqual([await addressOf(bea), null, await addressOf(carer)])
      expect(addresses((await families(guest))[1])).toEqual([null, null, null])
      await db.pool.query('select public.delete_account($1)', [bea])
      expect(addresses(await own())[0]).toBeNull()
    })

    it('tell the family when a session of who is in was refreshed last, and of nobody who is out', async () => {
      const refreshed = (minutes: number) =>
        db.pool.query(
          `insert into auth.sessions (user_id, refreshed_at)
           values ($1, now() at time zone 'utc' - make_interval(mins => $2))`,
          [bea, minutes],
        )
      const minutesAgo = async () => {
        const [{ last_seen_at }] = (await own()).people
        return last_seen_at === null ? null : Math.round((Date.now() - Date.parse(last_seen_at)) / 60_000)
      }
      await letIn(db.pool, ana, bea, 'viewer')
      await refreshed(60)
      expect(await minutesAgo()).toBeNull()
      await db.pool.query(`update public.access_grants set granted_at = now() - interval '2 days'`)
      expect(await minutesAgo()).toBe(60)
      await guest('select public.my_families()')
      expect(await minutesAgo()).toBe(0)
      await db.pool.query(`update public.access_grants set last_seen_at = now() - interval '1 day'`)
      await owner('select public.end_access($1)', bea)
      expect(await minutesAgo()).toBe(24 * 60)
    })

    const made = {
      baby: `insert into public.baby_info (birth_date_known) values (false)`,
      plan: 'insert into public.sleep_plans default values',
      record: `insert into public.sleep_records (date, type, "time") values ('2025-08-11', 'despertar', '07:00')`,
    }
    it.each<[string, string[]]>([
      ['has logged', [made.record]],
      ['has logged and deleted it', [made.record, 'delete from public.sleep_records']],
      ['has said when the baby was born', [`update public.baby_info set birth_date_known = true`]],
      ['has named the baby', [`update public.baby_info set name = 'Leo'`]],
      ['has changed the plan', ['update public.sleep_plans set reminders = true']],
      ['has invited somebody', [`select public.invite_to_family('viewer', 'Abuela', null)`]],
    ])('are untouched as long as nobody %s', async (_, touches) => {
      await owner(made.baby)
      await owner(made.plan)
      expect((await own()).is_untouched).toBe(true)
      for (const touch of touches) await owner(touch)
      expect((await own()).is_untouched).toBe(false)
    })

    it('are touched when the baby was made with its day of birth', async () => {
      await owner('insert into public.baby_info default values')
      expect((await own()).is_untouched).toBe(false)
    })
  })

  describe('the history', () => {
    beforeEach(() => letIn(db.pool, ana, bea, 'carer'))
    const count = async () =>
      (await db.pool.query('select from public.access_history where family_id = $1', [ana])).rowCount

    it('is altered by nobody, not even by the owner of its table', async () => {
      for (const sql of [
        `update public.access_history set name = 'Nadie'`,
        'delete from public.access_history',
        `insert into public.access_history (family_id, event, role, name) values ('${ana}', 'joined', 'carer', 'Nadie')`,
        'truncate public.access_history',
      ]) {
        for (const caller of [anonymous(db.pool), guest, owner, service(db.pool)])
          expect(await refusal(caller(sql)), sql).toBe(REFUSED)
      }
      for (const sql of [
        `update public.access_history set name = 'Nadie'`,
        'delete from public.access_history',
      ])
        expect(await refusal(db.pool.query(sql)), sql).toBe(REFUSED)
      expect(await count()).toBe(2)
    })

    it('is read by the family and the service role', async () => {
      const sql = 'select from public.access_history where family_id = $1'
      expect((await owner(sql, ana)).rowCount).toBe(2)
      expect((await service(db.pool)(sql, ana)).rowCount).toBe(2)
      expect((await guest(sql, ana)).rowCount).toBe(0)
    })

    it('goes with the account of its family, and with no other', async () => {
      await db.pool.query('select public.delete_account($1)', [bea])
      expect(await count()).toBe(2)
      await db.pool.query('select public.delete_account($1)', [ana])
      expect(await count()).toBe(0)
      const left = 'select from public.access_grants where family_id = $1'
      expect((await db.pool.query(left, [ana])).rowCount).toBe(0)
    })
  })

  it('wants the second factor of an account that has one, for everything that is done in its name', async () => {
    const token = await invite(db.pool, bea)
    await letIn(db.pool, bea, ana, 'carer')
    await db.pool.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')`,
      [ana],
    )
    const calls: [string, ...unknown[]][] = [
      ['select public.my_families()'],
      [`select public.invite_to_family('carer', 'Abuela', null)`],
      ['select public.accept_invitation($1)', token],
      ['select public.withdraw_invitation($1)', randomUUID()],
      [`select public.change_access($1, 'carer', 'Bea', null)`, bea],
      ['select public.end_access($1)', bea],
      ['select public.leave_family($1)', bea],
    ]
    const at = (aal: string): Caller => {
      const claims = { role: 'authenticated', sub: ana, aal } as const
      return (text, ...values) => asRole(db.pool, claims, { text, values })
    }
    for (const [text, ...values] of calls) {
      for (const caller of [at('aal1'), owner, anonymous(db.pool), service(db.pool)])
        expect(await refusal(caller(text, ...values)), text).toBe(REFUSED)
    }
    expect((await families(guest))[0]).toMatchObject({
      people: [{ account_id: ana, ended_at: null }],
      invitations: [{ role: 'carer' }],
    })
    for (const [text, ...values] of calls)
      expect(await refusal(at('aal2')(text, ...values)), text).toBe('accepted')
  })
})
