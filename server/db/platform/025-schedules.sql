-- When what is done again and again was last begun, so that of all processes on one database one does it: ours, not
-- hosted Supabase's. A copy goes without it.
create table if not exists nana.schedules (
  name text not null primary key,
  begun_at timestamptz not null
);

revoke all on nana.schedules from public, anon, authenticated, service_role;
