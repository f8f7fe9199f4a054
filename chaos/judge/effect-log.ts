import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { BabyInfo } from '../../core/baby/age.ts'
import type { SleepPlan } from '../../core/plan/plan.ts'
import type { SleepRecord } from '../../core/records/sleep-record.ts'
import { tapsUnited } from '../../core/records/taps.ts'
import { canonical } from './canonical.ts'

/** This is a row as the table API gives it, without the columns in which the server keeps its own books. */
export type Row = Readonly<Record<string, unknown>> & { id: string }

/** An effect is one change of one row, as the database made it. */
export interface Effect {
  table: 'baby_info' | 'sleep_plans' | 'sleep_records'
  kind: 'INSERT' | 'UPDATE' | 'DELETE'
  rowId: string
  opId: string | null
  /** This is the row after the change, or null after a DELETE. */
  row: Row | null
}

/** The witness also notes whose family it is, who changed it, and who is said to have logged it. */
export interface NotedEffect extends Effect {
  /** Effects and grants have one order. */
  nr: number
  familyId: string
  byAccount: string | null
  loggedBy: string | null
}

/** From here on the account has this role in the family, or none. */
export interface Grant {
  nr: number
  familyId: string
  accountId: string
  role: string | null
}

export interface ServerRows {
  baby: BabyInfo | null
  plan: SleepPlan | null
  records: SleepRecord[]
}

/**
 * Two triggers stand beside the product's own as witnesses. The first runs before those that take the `op_id` off the
 * row; the second notes what was changed, in the transaction of the change and under the user's lock, so that the order
 * of the notes is the order in which the changes took place.
 */
const WITNESS = `
  create schema chaos;
  create table chaos.effects (
    nr bigint generated always as identity primary key,
    user_id uuid not null, table_name text not null, kind text not null,
    row_id uuid not null, op_id text, content jsonb, by_account uuid default auth.uid()
  );
  -- The ids are kept by row, because in a statement over several rows the first trigger sees them all before the
  -- second sees any.
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
  -- Who is let into a family changes under its counter, as its rows do, so these notes have the same order.
  create function chaos.note_grant() returns trigger language plpgsql security definer as $$
  begin
    insert into chaos.effects (user_id, table_name, kind, row_id, content)
    values (new.family_id, tg_table_name, tg_op, new.account_id, to_jsonb(new));
    return null;
  end $$;
  create trigger z_note after insert or update of role, ended_at on public.access_grants
    for each row execute function chaos.note_grant();
  grant usage on schema chaos to anon, authenticated, service_role;
`

const TABLES = ['baby_info', 'sleep_plans', 'sleep_records'] as const
const OWN_COLUMNS = ['created_at', 'updated_at', 'rev', 'op_id', 'tap', 'logged_by', 'owner_name']
  .map((name) => `'${name}'`)
  .join(', ')
const TRIES = 20
const RETRY_MS = 100
const WITHOUT_OWN = `- array[${OWN_COLUMNS}]`

/** The witness reads from the database itself what it did, because the server is what is being judged. */
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

  /** Resolves to all that happened to the rows of these users, in order. */
  async effects(userIds: readonly string[]): Promise<NotedEffect[]> {
    const effects = await this.ask<NotedEffect>(
      `select table_name as table, kind, row_id as "rowId", op_id as "opId", content ${WITHOUT_OWN} as row,
         nr::int, user_id as "familyId", by_account as "byAccount", content ->> 'logged_by' as "loggedBy"
       from chaos.effects where user_id = any($1) and table_name <> 'access_grants' order by nr`,
      userIds,
    )
    return effects.map((effect) => ({ ...effect, row: effect.row && inOrder(effect.row) }))
  }

  /** Resolves to what this family has granted, in order. */
  grants(familyId: string): Promise<Grant[]> {
    return this.ask<Grant>(
      `select nr::int, user_id as "familyId", row_id as "accountId",
         case when content ->> 'ended_at' is null then content ->> 'role' end as role
       from chaos.effects where user_id = $1 and table_name = 'access_grants' order by nr`,
      familyId,
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
    const records = await read<SleepRecord>('sleep_records')
    return { baby: baby ?? null, plan: plan ?? null, records: records.map(inOrder) }
  }

  async close(): Promise<void> {
    await this.connected?.end()
    this.connected = null
  }

  private async ask<Answer extends pg.QueryResultRow>(
    sql: string,
    about: string | readonly string[],
  ): Promise<Answer[]> {
    for (let tries = 1; ; tries += 1) {
      try {
        const client = await this.client()
        return (await client.query<Answer>(sql, [about])).rows
      } catch (error) {
        // A power cut of the program has killed this database, and the next one may still be starting.
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

/** Sorts the taps as phones do, in the order of their times, because the database keeps them as they came. */
function inOrder<One extends object>(row: One): One {
  const taps: unknown = Reflect.get(row, 'taps')
  return Array.isArray(taps) ? { ...row, taps: tapsUnited(taps, []) } : row
}

/** Describes an effect for the lines that tell of a failure. */
export function describe({ table, kind, row, rowId }: Effect): string {
  return `${kind} ${table} ${row === null ? rowId : canonical(row)}`
}
