-- Which invitation of a family has made which account, so that none makes a second one: ours, not hosted Supabase's.
-- An invitation opens nothing after a week, and then its row goes with the next one. A copy goes without them.
create table if not exists nana.invited_sign_ups (
  -- No foreign key: what the product's tables are is not known here yet.
  invitation_id uuid not null primary key,
  -- An account that is gone has used its invitation all the same.
  account_id uuid references auth.users (id) on delete set null,
  signed_up_at timestamptz not null default now()
);

revoke all on nana.invited_sign_ups from public, anon, authenticated, service_role;
