-- What limits count, for all processes on one database: ours, not hosted Supabase's. A row is an address, an account or
-- both, as a hash that only who has the server's secret can make, and is forgotten once it counts no more. Nothing is
-- lost when the database falls and comes back with none, so that none of it is written to PostgreSQL's log of changes.
-- A copy goes without it.
create unlogged table if not exists nana.limits (
  key text collate "C" not null primary key,
  points integer not null default 0,
  -- Until when it counts. Of tokens that come back one by one: when all of them are back.
  until timestamptz not null
-- Rows change all the time, and one that has room beside it is changed where it stands.
) with (fillfactor = 70);

revoke all on nana.limits from public, anon, authenticated, service_role;
