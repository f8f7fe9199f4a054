-- A server keeps a list of ended accesses beside its database, so that no copy opens them again when it is restored.

-- Servers that listen are told whenever somebody is let in or out.
create function public.tell_of_access() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('nana_access', '');
  return null;
end $$;
revoke all on function public.tell_of_access() from public, anon, authenticated, service_role;
create trigger tell_of_access after insert or update of granted_at, ended_at on public.access_grants
  for each statement execute function public.tell_of_access();

-- Who was let in or out after an instant, each with a hash of both ids: two random ones, so that nobody can guess them
-- and it needs no salt.
create function public.hashed_accesses(since timestamptz) returns table (
  id_hash text, family_id uuid, account_id uuid, granted_at timestamptz, ended_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(convert_to(g.family_id::text || g.account_id, 'UTF8')), 'hex'),
    g.family_id, g.account_id, g.granted_at, g.ended_at
  from public.access_grants as g
  where greatest(g.granted_at, g.ended_at) > since
$$;
revoke all on function public.hashed_accesses(timestamptz) from public, anon, authenticated, service_role;
