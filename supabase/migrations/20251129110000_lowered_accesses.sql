-- The list beside the database knows also who writes no more, so that no copy lets them write again.

-- Otherwise as before, but with `lowered_to`: what somebody may do who was a carer once; null for carers, for whoever
-- has never been one, and for whoever is out. A consultant has an end in any case, without which there is none.
drop function public.hashed_accesses();
create function public.hashed_accesses() returns table (
  id_hash text, family_id uuid, account_id uuid, event text, at timestamptz, ends_at timestamptz, lowered_to text
)
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(convert_to(g.family_id::text || g.account_id, 'UTF8')), 'hex'),
    g.family_id, g.account_id, last.event, last.at,
    coalesce(g.ended_at, case when g.until < '9999-01-01Z' or g.role = 'consultant'
      then least(greatest(g.until, '1970-01-01Z'), '9998-12-31Z') end),
    case when g.role <> 'carer' and g.ended_at is null and exists (
      select from public.access_history as h
      where h.family_id = g.family_id and h.account_id = g.account_id and h.role = 'carer'
        and h.event in ('joined', 'changed')
    ) then g.role end
  from public.access_grants as g
  cross join lateral (
    select h.event, h.at from public.access_history as h
    where h.family_id = g.family_id and h.account_id = g.account_id
      and h.event in ('joined', 'changed', 'ended', 'left')
    order by h.at desc limit 1
  ) as last
$$;
revoke all on function public.hashed_accesses() from public, anon, authenticated, service_role;
