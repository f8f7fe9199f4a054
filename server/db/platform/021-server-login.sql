-- How a server signs in as the role that it works as, where a password is asked for: ours, not hosted Supabase's. All
-- servers on one database need the same one, and only the database's owner reads it here. A copy goes without it.
create table if not exists nana.server_login (
  only_row boolean not null primary key default true check (only_row),
  password text not null
);

revoke all on nana.server_login from public, anon, authenticated, service_role;

-- The server may write the security log down and have it pruned, and do nothing else with it. The retention is a guard
-- of this function's own, which is why it works as the table's owner.
alter function nana.prune_security_log(integer) security definer;
