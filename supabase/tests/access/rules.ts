// Who may do what with a family's rows, said in letters, one for each verb:
//   R  at least one row is seen, or changed
//   .  no row is found, and nothing changes
//   X  refused with 42501, and nothing changes
//   S  refused with PT401, for want of the second factor, and nothing changes
//   U  refused with 23505, because a family has one such row
export const VERBS = ['select', 'insert', 'update', 'delete', 'upsert'] as const
export type Verb = (typeof VERBS)[number]

/** What somebody is to a family at the moment of the call. */
export type Standing = 'owner' | 'writer' | 'reader' | 'outsider' | 'half signed in' | 'anonymous'

const RECORDS = {
  owner: 'RRRRR',
  writer: 'RRRRR',
  reader: 'RXXXX',
  outsider: '.X..X',
  'half signed in': '.XSSS',
  anonymous: '.XXXX',
}
const ONE_A_FAMILY = { ...RECORDS, owner: 'RURRR', writer: 'RURRR' }
const NOBODYS = {
  owner: 'XXXXX',
  writer: 'XXXXX',
  reader: 'XXXXX',
  outsider: 'XXXXX',
  'half signed in': 'XXXXX',
  anonymous: 'XXXXX',
}
const OWNERS_TO_READ = {
  owner: 'RXXXX',
  writer: '.XXXX',
  reader: '.XXXX',
  outsider: '.XXXX',
  'half signed in': '.XXXX',
  anonymous: 'XXXXX',
}
const ALL_TO_READ = { ...OWNERS_TO_READ, writer: 'RXXXX', reader: 'RXXXX' }

export const MAY: Record<string, Record<Standing, string>> = {
  sleep_records: RECORDS,
  sleep_plans: ONE_A_FAMILY,
  baby_info: ONE_A_FAMILY,
  sync_state: ALL_TO_READ,
  deleted_rows: ALL_TO_READ,
  access_grants: NOBODYS,
  access_invitations: NOBODYS,
  access_history: OWNERS_TO_READ,
  plan_versions: ALL_TO_READ,
  consents: { ...OWNERS_TO_READ, owner: 'RRXXX' },
}

interface Written {
  columns: string
  values: string
  change: string
  /** What an upsert goes by, where it isn't the id. */
  key?: string
}

/** How each table is written: the columns and values of a row of the family $1, and a change. */
const WRITTEN: Record<string, Written> = {
  sleep_records: {
    columns: 'user_id, date, type, "time"',
    values: `$1, '2025-08-12', 'despertar', '07:00'`,
    change: 'feedings = 7',
  },
  sleep_plans: { columns: 'user_id', values: '$1', change: 'reminders = true' },
  baby_info: { columns: 'user_id', values: '$1', change: `name = 'Otra'` },
  sync_state: { columns: 'user_id', values: '$1', change: 'rev = 9', key: 'user_id' },
  deleted_rows: {
    columns: 'user_id, table_name, id, rev',
    values: `$1, 'sleep_records', gen_random_uuid(), 9`,
    change: 'rev = 9',
    key: 'user_id, table_name, id',
  },
  access_grants: {
    columns: 'family_id, account_id, role, name',
    values: `$1, gen_random_uuid(), 'carer', 'Yo'`,
    change: `role = 'carer'`,
    key: 'family_id, account_id',
  },
  access_invitations: {
    columns: 'family_id, token_hash, role, name',
    values: `$1, '\\x00', 'carer', 'Yo'`,
    change: `role = 'carer'`,
  },
  access_history: {
    columns: 'family_id, event, role, name',
    values: `$1, 'invited', 'carer', 'Yo'`,
    change: `name = 'Yo'`,
  },
  plan_versions: {
    columns: 'family_id, last_day, first_wake_window, naps_count, naps, night_bedtime',
    values: `$1, '2025-08-12', '2h', 3, '[]', '20:00'`,
    change: `night_bedtime = '20:00'`,
    key: 'family_id, last_day',
  },
  consents: {
    columns: 'user_id, version',
    values: `$1, '2025-12-01'`,
    change: `version = '2025-12-02'`,
    key: 'user_id, version',
  },
}

/** The column that names the family. */
export function whoseIn(table: string): string {
  return table.startsWith('access_') || table === 'plan_versions' ? 'family_id' : 'user_id'
}

/** The statement that tries a verb on the rows of the family $1; an upsert meets the row with the id $2. */
export function statementOf(verb: Verb, table: string): string {
  const { columns, values, change, key } = WRITTEN[table] ?? { columns: '', values: '', change: '' }
  const whose = whoseIn(table)
  const upserted =
    key === undefined ? `(id, ${columns}) values ($2, ${values})` : `(${columns}) values (${values})`
  return {
    select: `select from public.${table} where ${whose} = $1`,
    insert: `insert into public.${table} (${columns}) values (${values})`,
    update: `update public.${table} set ${change} where ${whose} = $1`,
    delete: `delete from public.${table} where ${whose} = $1`,
    upsert: `insert into public.${table} ${upserted} on conflict (${key ?? 'id'}) do update set ${change}`,
  }[verb]
}
