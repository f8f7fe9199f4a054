-- A family whose account is closed, or opened again, lets its guests see nothing, or everything again, as if their
-- access had ended and been given anew. So the number by which their phones know that is moved: without it a change
-- that found the diary closed, and was answered well, counts as taken once it is open again, and a download keeps the
-- holes.
-- Ours, not hosted Supabase's: a project may have no trigger on its accounts.
create or replace function nana.tell_guests_of_closed_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.access_grants where family_id = new.id) then
    perform public.tell_access_change(new.id, new.id);
  end if;
  return null;
end
$$;
create or replace trigger tell_guests_of_closed_account after update on auth.users
  for each row when (
    (old.banned_until, old.deleted_at, old.raw_app_meta_data -> 'trial_ends_at')
      is distinct from (new.banned_until, new.deleted_at, new.raw_app_meta_data -> 'trial_ends_at')
  )
  execute function nana.tell_guests_of_closed_account();

revoke all on function nana.tell_guests_of_closed_account() from public, anon, authenticated, service_role;
