-- Every server that listens is told at once of a session that ended, and of an account whose sessions may have: ours,
-- not hosted Supabase's. However a session ends, by a sign-out at another server, the command line or SQL, it is its
-- row that goes. A ban and a trial's end leave the row and change the account's instead.
create or replace function nana.tell_of_ended_session() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('nana_session_ended', old.id::text);
  return null;
end
$$;
create or replace trigger tell_of_ended_session after delete on auth.sessions
  for each row execute function nana.tell_of_ended_session();

create or replace function nana.tell_of_closed_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('nana_leaving', new.id::text);
  return null;
end
$$;
create or replace trigger tell_of_closed_account after update on auth.users
  for each row when (
    (old.banned_until, old.deleted_at, old.raw_app_meta_data -> 'trial_ends_at')
      is distinct from (new.banned_until, new.deleted_at, new.raw_app_meta_data -> 'trial_ends_at')
  )
  execute function nana.tell_of_closed_account();

revoke all on function nana.tell_of_ended_session(), nana.tell_of_closed_account()
  from public, anon, authenticated, service_role;
