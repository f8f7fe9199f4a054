import { user } from '../../../server/testing/callers.ts'
import type { EngineDatabase } from '../on-each-engine.ts'
import { invite, letIn, makeStaff } from './let-in.ts'
import type { Standing } from './rules.ts'

const GUESTS = ['carer', 'viewer', 'consultant'] as const
export const ROLES = ['owner', ...GUESTS, 'stranger', 'anonymous'] as const
export type Role = (typeof ROLES)[number]

type Arrange = (db: EngineDatabase, scene: Scene) => Promise<void>

/** The family whose rows are asked for, and the accounts of those who ask. */
export interface Scene {
  family: string
  accounts: Record<Exclude<Role, 'anonymous'>, string>
}

const ofFamily =
  (sql: string): Arrange =>
  (db, { family }) =>
    db.pool.query(sql, [family]).then(() => undefined)
const letAllIn: Arrange = async (db, { family, accounts }) => {
  for (const role of GUESTS) await letIn(db.pool, family, accounts[role], role)
}

const ofConsultant =
  (sql: string): Arrange =>
  (db, { accounts }) =>
    db.pool.query(sql, [accounts.consultant]).then(() => undefined)

interface State {
  arrange: Arrange[]
  isIn: boolean
  /** Who is asked, where it makes no difference to others. */
  only?: Role[]
  /** How far the sessions of consultants are signed in. */
  aal?: string
}
const LOOKING = { only: ['consultant'] satisfies Role[] }

/**
 * How each state comes about, and what those who were invited are to the family then. Unless the state says otherwise
 * the consultant is staff, with a second factor, and has a look noted.
 */
export const STATES: Record<string, State> = {
  granted: { arrange: [letAllIn], isIn: true },
  'granted until tomorrow': {
    arrange: [
      letAllIn,
      ofFamily(`update public.access_grants set until = now() + '1 day' where family_id = $1`),
    ],
    isIn: true,
  },
  'invited, and not yet in': {
    arrange: [
      async (db, { family }) => {
        for (const role of GUESTS) await invite(db.pool, family, role)
      },
    ],
    isIn: false,
  },
  expired: {
    arrange: [
      letAllIn,
      ofFamily(`update public.access_grants set until = now() - '1 s'::interval where family_id = $1`),
    ],
    isIn: false,
  },
  'taken back': {
    arrange: [
      letAllIn,
      async (db, { family, accounts }) => {
        for (const role of GUESTS) await user(db.pool, family)('select public.end_access($1)', accounts[role])
      },
    ],
    isIn: false,
  },
  'of another family': {
    arrange: [
      async (db, scene) => {
        const family = await db.createUser()
        await user(db.pool, family)('insert into public.baby_info default values')
        await letAllIn(db, { ...scene, family })
        scene.accounts.owner = family
      },
    ],
    isIn: false,
  },
  'of a deleted account': {
    arrange: [letAllIn, ofFamily('update auth.users set deleted_at = now() where id = $1')],
    isIn: false,
  },
  'of a disabled account': {
    arrange: [letAllIn, ofFamily(`update auth.users set banned_until = now() + '1 day' where id = $1`)],
    isIn: false,
  },
  'of an account that was disabled': {
    arrange: [
      letAllIn,
      ofFamily(`update auth.users set banned_until = now() - '1 day'::interval where id = $1`),
    ],
    isIn: true,
  },
  'of a trial that is over': {
    arrange: [letAllIn, ofFamily(trialUntil('2025-08-10T22:30:00Z'))],
    isIn: false,
  },
  'of a trial that runs': { arrange: [letAllIn, ofFamily(trialUntil('2999-01-01T00:00:00Z'))], isIn: true },
  'of a trial until no date': { arrange: [letAllIn, ofFamily(trialUntil('soon'))], isIn: true },
  'asked without the second factor': {
    arrange: [
      letAllIn,
      async (db, { accounts }) => {
        for (const id of Object.values(accounts)) await addFactor(db, id)
      },
    ],
    isIn: false,
    aal: 'aal1',
  },
  'not looked at yet': {
    ...LOOKING,
    arrange: [
      letAllIn,
      ofConsultant('update public.access_grants set viewing_until = null where account_id = $1'),
    ],
    isIn: false,
  },
  'looked at until a second ago': {
    ...LOOKING,
    arrange: [
      letAllIn,
      ofConsultant(
        `update public.access_grants set viewing_until = now() - '1 s'::interval where account_id = $1`,
      ),
    ],
    isIn: false,
  },
  'looked at by an administrator': {
    ...LOOKING,
    arrange: [letAllIn, (db, { accounts }) => makeStaff(db.pool, accounts.consultant, 'admin')],
    isIn: true,
  },
  'looked at by who is staff no more': {
    ...LOOKING,
    arrange: [letAllIn, ofConsultant(`update auth.users set raw_app_meta_data = '{}' where id = $1`)],
    isIn: false,
  },
  'looked at by who has a role that is none': {
    ...LOOKING,
    arrange: [letAllIn, (db, { accounts }) => makeStaff(db.pool, accounts.consultant, 'owner')],
    isIn: false,
  },
  'looked at by staff whose account is disabled': {
    ...LOOKING,
    arrange: [letAllIn, ofConsultant(`update auth.users set banned_until = now() + '1 day' where id = $1`)],
    isIn: false,
  },
  'looked at by a session without the second factor': {
    ...LOOKING,
    arrange: [letAllIn],
    isIn: false,
    aal: 'aal1',
  },
}

function trialUntil(moment: string): string {
  return `update auth.users set raw_app_meta_data = '{"trial_ends_at": "${moment}"}' where id = $1`
}

async function addFactor(db: EngineDatabase, account: string): Promise<void> {
  const sql = `insert into auth.mfa_factors (id, user_id, factor_type, status) values (gen_random_uuid(), $1, 'totp', 'verified')`
  await db.pool.query(sql, [account])
}

/** How far the session of whoever asks is signed in. */
export function aalOf(role: Role, state: string): string {
  return role === 'consultant' ? (STATES[state]?.aal ?? 'aal2') : 'aal1'
}

/** The family's own token is the server's to refuse when its account is closed: its rows stay its own. */
export function standing(role: Role, state: string): Standing {
  if (role === 'anonymous') return 'anonymous'
  if (state === 'asked without the second factor') return 'half signed in'
  if (role === 'owner') return state === 'of another family' ? 'outsider' : 'owner'
  if (role === 'stranger' || !STATES[state]?.isIn) return 'outsider'
  return role === 'carer' ? 'writer' : 'reader'
}
