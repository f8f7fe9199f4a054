-- A server keeps a list of ended accesses beside its database, so that no copy opens them again when it is restored.

-- Servers that listen are told whenever somebody is let in or out, or until another moment.
create function public.tell_of_access() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('nana_access', '');
  return null;
end $$;
revoke all on function public.tell_of_access() from public, anon, authenticated, service_role;
create trigger tell_of_access after insert or update of granted_at, until, ended_at on public.access_grants
  for each statement execute function public.tell_of_access();

-- What was done last to each access, when, and what end it has since. It goes by a hash of both ids: two random ones,
-- so that nobody can guess them and it needs no salt. A family may name any end: one that no list can write is none, or
-- long over.
create function public.hashed_accesses() returns table (
  id_hash text, family_id uuid, account_id uuid, event text, at timestamptz, ends_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(convert_to(g.family_id::text || g.account_id, 'UTF8')), 'hex'),
    g.family_id, g.account_id, last.event, last.at,
    coalesce(g.ended_at, case when g.until < '9999-01-01Z' then greatest(g.until, '1970-01-01Z') end)
  from public.access_grants as g
  cross join lateral (
    select h.event, h.at from public.access_history as h
    where h.family_id = g.family_id and h.account_id = g.account_id
      and h.event in ('joined', 'changed', 'ended', 'left')
    order by h.at desc limit 1
  ) as last
$$;
revoke all on function public.hashed_accesses() from public, anon, authenticated, service_role;
