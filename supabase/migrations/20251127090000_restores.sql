-- A database that was brought back to what it was before lacks what was written since, and a phone may have downloaded
-- some of that. By `rev` alone it can't tell: once the family has logged as much as was lost, the numbers look as they
-- did. So each time is noted, with an id of its own and the number up to which the numbers mean what they meant before.
alter table public.sync_state add column restores jsonb not null default '[]';
comment on column public.sync_state.restores is
  'Each time that the database was restored: [{"id", "rev"}], the first one first; what had a higher rev then is gone.';
create index sync_state_restored_idx on public.sync_state (user_id) where restores <> '[]';

-- To be called once by whoever has restored the database. `restore` of this program does. Where people have written to
-- it meanwhile (`late`) nobody knows which changes were there before: then none counts as known to a phone.
create function public.note_restore(late boolean default false) returns void
language sql set search_path = ''
as $$
  -- A family that had made no change yet has no counter.
  insert into public.sync_state (user_id) select id from auth.users on conflict do nothing;
  update public.sync_state
  set restores = restores || jsonb_build_object('id', gen_random_uuid(), 'rev', case when late then 0 else rev end);
$$;
revoke all on function public.note_restore from public, anon, authenticated, service_role;

-- Whether that account was erased, as far as this server's list says. Hosted Supabase has none.
create function public.was_erased(account_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  erased boolean := false;
begin
  if to_regclass('nana.erased_accounts') is not null then
    execute $sql$
      select exists (
        select from nana.erased_accounts where id_hash = encode(sha256(convert_to(salt || $1, 'UTF8')), 'hex')
      )
    $sql$ into erased using account_id::text;
  end if;
  return erased;
end $$;
revoke all on function public.was_erased from public, anon, authenticated, service_role;

-- Otherwise as before, but that an account which may be younger than the copy isn't called deleted: of a deleted one a
-- phone keeps nothing. Null: nobody knows.
create or replace function public.account_exists(account_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when exists (select from auth.users where id = account_id) then
      exists (select from auth.users where id = account_id and deleted_at is null)
    when exists (select from public.sync_state where restores <> '[]') and not public.was_erased(account_id) then null
    else false
  end;
$$;
