import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { BabyInfo } from '../core/age.ts'
import type { SleepPlan } from '../core/plan.ts'
import type { SleepRecord } from '../core/sleep-record.ts'
import { canonical } from './canonical.ts'

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
  -- By row: of a statement over several rows, the first kind of trigger sees them all before the second sees any.
  create function chaos.ops() returns jsonb language sql as $$
    select coalesce(nullif(current_setting('chaos.ops', true), ''), '{}')::jsonb
  $$;
  create function chaos.keep_op() returns trigger language plpgsql as $$
  begin
    perform set_config('chaos.ops', (chaos.ops() || jsonb_build_object(new.id, new.op_id))::text, true);
    return new;
  end $$;
  create function chaos.note() returns trigger language plpgsql security definer as $$
  declare
    one record := case tg_op when 'DELETE' then old else new end;
  begin
    insert into chaos.effects (user_id, table_name, kind, row_id, op_id, content) values (
      one.user_id, tg_table_name, tg_op, one.id,
      case tg_op when 'DELETE' then null else chaos.ops() ->> one.id::text end,
      case tg_op when 'DELETE' then null else to_jsonb(one) end
    );
    return null;
  end $$;
  grant usage on schema chaos to anon, authenticated, service_role;
`

const TABLES = ['baby_info', 'sleep_plans', 'sleep_records'] as const
const OWN_COLUMNS = ['created_at', 'updated_at', 'rev', 'op_id'].map((name) => `'${name}'`).join(', ')
const TRIES = 20
const RETRY_MS = 100
const WITHOUT_OWN = `- array[${OWN_COLUMNS}]`

/** Reads what the database did, past the server. */
export class Witness {
  private readonly socketDir: string
  private connected: pg.Client | null = null

  constructor(socketDir: string) {
    this.socketDir = socketDir
  }

  async install(): Promise<void> {
    const client = await this.client()
    await client.query(WITNESS)
    for (const table of TABLES) {
      await client.query(`
        create trigger aa_keep_op before insert or update on public.${table}
          for each row execute function chaos.keep_op();
        create trigger z_note after insert or update or delete on public.${table}
          for each row execute function chaos.note();`)
    }
  }

  /** All that happened to this user's rows, in order. */
  async effects(userId: string): Promise<Effect[]> {
    return this.ask<Effect>(
      `select table_name as table, kind, row_id as "rowId", op_id as "opId", content ${WITHOUT_OWN} as row
       from chaos.effects where user_id = $1 order by nr`,
      userId,
    )
  }

  async rows(userId: string): Promise<ServerRows> {
    const read = async <T>(table: (typeof TABLES)[number]) => {
      const rows = await this.ask<{ row: T }>(
        `select to_jsonb(t) ${WITHOUT_OWN} as row from public.${table} t where user_id = $1`,
        userId,
      )
      return rows.map(({ row }) => row)
    }
    const [baby] = await read<BabyInfo>('baby_info')
    const [plan] = await read<SleepPlan>('sleep_plans')
    return { baby: baby ?? null, plan: plan ?? null, records: await read<SleepRecord>('sleep_records') }
  }

  async close(): Promise<void> {
    await this.connected?.end()
    this.connected = null
  }

  private async ask<Answer extends pg.QueryResultRow>(sql: string, userId: string): Promise<Answer[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const client = await this.client()
        return (await client.query<Answer>(sql, [userId])).rows
      } catch (error) {
        // The database of the last moment was killed, and the next one may still be starting.
        this.connected = null
        if (tries === TRIES) throw error
        await sleep(RETRY_MS)
      }
    }
  }

  private async client(): Promise<pg.Client> {
    if (this.connected !== null) return this.connected
    const client = new pg.Client({ host: this.socketDir, port: 5432, user: 'postgres', database: 'postgres' })
    const forget = () => {
      if (this.connected === client) this.connected = null
    }
    client.on('error', forget).on('end', forget)
    await client.connect()
    this.connected = client
    return client
  }
}

/** In words, for a failure. */
export function describe({ table, kind, row, rowId }: Effect): string {
  return `${kind} ${table} ${row === null ? rowId : canonical(row)}`
}
