-- Of an account that was erased a phone keeps nothing. An account that isn't there may also be one that was restored
-- away, or the database another one, and empty: for a few minutes a wrong address is enough. So where the server lists
-- the accounts that it has erased, only that list says so. Hosted Supabase has none: there it is as before.
create or replace function public.account_exists(account_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select from auth.users where id = account_id) then
      exists (select from auth.users where id = account_id and deleted_at is null)
    when public.was_erased(account_id) then false
    when to_regclass('nana.erased_accounts') is null
      and not exists (select from public.sync_state where restores <> '[]') then false
  end;
$$;
