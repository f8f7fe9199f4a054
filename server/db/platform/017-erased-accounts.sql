-- Which accounts were deleted, so that restoring an older copy doesn't bring them back: ours, not hosted Supabase's.
-- Of an account nothing is kept but a hash of its id, with a salt of its own. A copy goes without them.
create table if not exists nana.erased_accounts (
  salt text not null,
  id_hash text not null primary key,
  erased_at timestamptz not null default now()
);

create or replace function nana.note_erased_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  salt text := gen_random_uuid();
begin
  insert into nana.erased_accounts (salt, id_hash)
  values (salt, encode(sha256(convert_to(salt || old.id, 'UTF8')), 'hex'));
  -- The list beside the database follows, whoever deleted the account.
  perform pg_notify('nana_leaving', old.id::text);
  return null;
end
$$;
create or replace trigger note_erased_account after delete on auth.users
  for each row execute function nana.note_erased_account();

revoke all on nana.erased_accounts from public, anon, authenticated, service_role;
revoke all on function nana.note_erased_account() from public, anon, authenticated, service_role;
