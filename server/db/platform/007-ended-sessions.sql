-- Why a session was ended by somebody else, for whoever still holds its token: ours, not hosted Supabase's. Beside the
-- reason stands the key that proves such a token; nothing else of the session is kept, and this for three months.
-- A copy goes without it, and where accounts are made anew, so is this.
drop table if exists nana.ended_sessions;
create table nana.ended_sessions (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  refresh_token_hmac_key text not null,
  reason text not null,
  ended_at timestamptz not null default now()
);
create index ended_sessions_ended_at_idx on nana.ended_sessions (ended_at);
create index ended_sessions_user_id_idx on nana.ended_sessions (user_id);

revoke all on nana.ended_sessions from public, anon, authenticated, service_role;
