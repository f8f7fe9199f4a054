-- Says on the channel `nana_changes` whose data has changed, so that a server can tell the account's other phones at
-- once. The message is the user's id and nothing else: what changed is read through the policies, as ever. PostgreSQL
-- sends equal messages of one transaction once, and only after its commit. Where nobody listens, nothing comes of it.

create function public.tell_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_notify('nana_changes', new.user_id::text);
  return null;
end $$;

revoke all on function public.tell_change from public, anon, authenticated, service_role;

create trigger d_tell after update on public.sync_state
  for each row when (old.rev is distinct from new.rev) execute function public.tell_change();
