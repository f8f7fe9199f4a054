-- Whose database this is: ours, not hosted Supabase's. A second server with other secrets would sign the first one's
-- people out, so it has to find out. Kept is a fingerprint, from which no secret can be told. A copy goes without it.
create table if not exists nana.this_server (
  only_row boolean not null primary key default true check (only_row),
  -- Where people reach the server: commands print it.
  site_url text not null,
  secrets_fingerprint text not null
);

revoke all on nana.this_server from public, anon, authenticated, service_role;
