-- Of an account that was erased a phone keeps nothing. Where no server of ours lists the accounts that it has erased,
-- as on hosted Supabase, each one that isn't there counted as erased until `note_restore()` was called. So did an
-- account that is only younger than the copy which the project was brought back to, and its phone wiped what nobody
-- else had. There is a list for these projects now, and nothing else is a proof. Of an account it has a hash of its id.
create table public.erased_accounts (id_hash bytea primary key);
alter table public.erased_accounts enable row level security;
revoke all on public.erased_accounts from public, anon, authenticated, service_role;

-- A project may have no trigger on its accounts. The counter goes with its account, whoever deletes that. An
-- account without one has sent nothing yet: of it nobody knows, and its phone keeps what it has.
create function public.note_erased_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if to_regclass('nana.erased_accounts') is null then
    insert into public.erased_accounts (id_hash) values (sha256(convert_to(old.user_id::text, 'UTF8')))
    on conflict do nothing;
  end if;
  return null;
end $$;
revoke all on function public.note_erased_account from public, anon, authenticated, service_role;
create trigger note_erased_account after delete on public.sync_state
  for each row execute function public.note_erased_account();

create or replace function public.was_erased(account_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  erased boolean;
begin
  if to_regclass('nana.erased_accounts') is null then
    return exists (
      select from public.erased_accounts where id_hash = sha256(convert_to($1::text, 'UTF8'))
    );
  end if;
  execute $sql$
    select exists (
      select from nana.erased_accounts where id_hash = encode(sha256(convert_to(salt || $1, 'UTF8')), 'hex')
    )
  $sql$ into erased using account_id::text;
  return erased;
end $$;

create or replace function public.account_exists(account_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select from auth.users where id = account_id) then
      exists (select from auth.users where id = account_id and deleted_at is null)
    when public.was_erased(account_id) then false
  end;
$$;
-- Only the former asked for it.
drop index public.sync_state_restored_idx;
