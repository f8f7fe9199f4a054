-- The links by which an account's owner says «it wasn't me» after a change: ours, not hosted Supabase's. Kept is only
-- what proves a link, for a day. A copy goes without them, and where accounts are made anew, so is this.
drop table if exists nana.change_links;
create table nana.change_links (
  token_hash text not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The second factor that the change turned on, which goes with it.
  factor_id uuid,
  created_at timestamptz not null default now()
);
create index change_links_user_id_idx on nana.change_links (user_id);

revoke all on nana.change_links from public, anon, authenticated, service_role;
