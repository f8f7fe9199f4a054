-- Which version of each API key counts: those before were taken back. It is here for all servers on one database, and
-- in each server's file of secrets for a database that is made anew. It is ours, not hosted Supabase's.
create table if not exists nana.key_versions (
  role text not null primary key check (role in ('anon', 'service_role')),
  version integer not null check (version > 0)
);

revoke all on nana.key_versions from public, anon, authenticated, service_role;
