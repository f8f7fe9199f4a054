import pg from 'pg'
import type { BabyInfo } from '../core/age.ts'
import type { SleepPlan } from '../core/plan.ts'
import type { SleepRecord } from '../core/sleep-record.ts'

/** A row as the table API gives it, without the server's own bookkeeping. */
export type Row = Readonly<Record<string, unknown>> & { id: string }

/** One change of one row, as the database made it. */
export interface Effect {
  table: 'baby_info' | 'sleep_plans' | 'sleep_records'
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  rowId: string
  opId: string | null
  /** Null after a DELETE. */
  row: Row | null
}

export interface ServerRows {
  baby: BabyInfo | null
  plan: SleepPlan | null
  records: SleepRecord[]
}

/**
 * Witnesses beside the product's own triggers. The first runs before those that take the `op_id` off the row; the
 * second notes what was changed, in the transaction of the change and under the user's lock, so that the order of the
 * notes is the order in which the changes took place.
 */
const WITNESS = `
  create schema chaos;
  create table chaos.effects (
    nr bigint generated always as identity primary key,
    user_id uuid not null, table_name text not null, kind text not null,
    row_id uuid not null, op_id text, content jsonb
  );
  create function chaos.keep_op() returns trigger language plpgsql as $$
  begin
    perform set_config('chaos.op', coalesce(new.op_id::text, ''), true);
    return new;
  end $$;
  create function chaos.note() returns trigger language plpgsql security definer as $$
  declare
    one record := case tg_op when 'DELETE' then old else new end;
  begin
    insert into chaos.effects (user_id, table_name, kind, row_id, op_id, content) values (
      one.user_id, tg_table_name, tg_op, one.id,
      case tg_op when 'DELETE' then null else nullif(current_setting('chaos.op', true), '') end,
      case tg_op when 'DELETE' then null else to_jsonb(one) end
    );
    return null;
  end $$;
  grant usage on schema chaos to anon, authenticated, service_role;
`

const TABLES = ['baby_info', 'sleep_plans', 'sleep_records'] as const
const OWN_COLUMNS = ['created_at', 'updated_at', 'rev', 'op_id'].map((name) => `'${name}'`).join(', ')
const WITHOUT_OWN = `- array[${OWN_COLUMNS}]`

async function withDatabase<T>(socketDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: socketDir, port: 5432, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function installWitness(socketDir: string): Promise<void> {
  await withDatabase(socketDir, async (client) => {
    await client.query(WITNESS)
    for (const table of TABLES) {
      await client.query(`
        create trigger aa_keep_op before insert or update on public.${table}
          for each row execute function chaos.keep_op();
        create trigger z_note after insert or update or delete on public.${table}
          for each row execute function chaos.note();`)
    }
  })
}

/** All that happened to this user's rows, in order. */
export async function readEffects(socketDir: string, userId: string): Promise<Effect[]> {
  return withDatabase(socketDir, async (client) => {
    const { rows } = await client.query<Effect>(
      `select table_name as table, kind, row_id as "rowId", op_id as "opId", content ${WITHOUT_OWN} as row
       from chaos.effects where user_id = $1 order by nr`,
      [userId],
    )
    return rows
  })
}

export async function readRows(socketDir: string, userId: string): Promise<ServerRows> {
  return withDatabase(socketDir, async (client) => {
    const read = async <T>(table: (typeof TABLES)[number]) => {
      const { rows } = await client.query<{ row: T }>(
        `select to_jsonb(t) ${WITHOUT_OWN} as row from public.${table} t where user_id = $1`,
        [userId],
      )
      return rows.map(({ row }) => row)
    }
    const [baby] = await read<BabyInfo>('baby_info')
    const [plan] = await read<SleepPlan>('sleep_plans')
    return { baby: baby ?? null, plan: plan ?? null, records: await read<SleepRecord>('sleep_records') }
  })
}
