import type { FixedNow } from '../core/time/clock.ts'
import { openAdminDatabase } from '../server/db/admin-database.ts'
import type { Config } from '../server/settings/config.ts'

/**
 * Puts what a family and its consultant agree on at the demo's date. Such things go by the database's clock, which is
 * the machine's: in a demo that stands in another year each support would be over, or not begun. So the functions that
 * have to do with consent and support ask a clock of the demo's own here, and everything else goes on by the machine's.
 * Throws where there are accounts already: a real database is nothing to do this to.
 */
export async function keepAgreementsAt(config: Config, fixed: FixedNow): Promise<void> {
  const database = await openAdminDatabase(config)
  try {
    const { rowCount } = await database.pool.query('select from auth.users limit 1')
    if (rowCount !== 0) throw new Error('La demo solo se prepara en una base de datos sin cuentas.')
    await database.pool.query(statements(presentOf(fixed)))
  } finally {
    await database.close()
  }
}

/** The product's clock, as SQL. */
function presentOf(fixed: FixedNow): string {
  if (fixed.kind === 'instant') return `'${new Date(fixed.instant).toISOString()}'::timestamptz`
  return `(date '${fixed.date}' + (pg_catalog.now() at time zone 'Europe/Madrid')::time) at time zone 'Europe/Madrid'`
}

/** The caller's claims may name another moment, so that the demo can tell of past days. */
function statements(now: string): string {
  return `
    create schema demo;
    grant usage on schema demo to public;
    create function demo.now() returns timestamptz language sql stable as $now$
      select coalesce(
        (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'demo_now')::timestamptz, ${now}
      )
    $now$;
    alter table public.access_grants alter granted_at set default demo.now();
    alter table public.access_invitations alter invited_at set default demo.now();
    alter table public.access_invitations alter expires_at set default demo.now() + interval '7 days';
    alter table public.access_history alter at set default demo.now() + (clock_timestamp() - now());
    alter table public.access_requests alter asked_at set default demo.now();
    alter table public.family_questions alter asked_at set default demo.now();
    alter table public.plan_proposals alter proposed_at set default demo.now();
    do $do$
    declare
      asking regprocedure;
    begin
      for asking in
        select p.oid from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
        where n.nspname = 'public' and p.prosrc ~ '\\mnow\\(\\)'
          and p.prosrc ~ 'public\\.(access_|support_|plan_|family_q|consulted|provider_day)'
      loop
        execute format('alter function %s set search_path = demo, pg_catalog', asking);
      end loop;
    end $do$`
}
