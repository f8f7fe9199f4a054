-- Whoever is let into a family could make all of the changes that it may ever make, and nobody of it could log any
-- more. A carer makes twenty thousand a day now: more than the longest log that is brought in from a file in one go.
create function public.count_guest_change(family uuid, guest uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := public.provider_day(now());
begin
  if exists (
    select from public.access_grants as g
    where g.family_id = family and g.account_id = guest and g.written_on = today and g.written >= 20000
  ) then
    -- A status by which a phone keeps the change and sends it again.
    raise sqlstate 'PT429' using message = 'this account has made all of its 20000 changes of today in this family';
  end if;
  -- Who holds the grant writes it without the family's counter: to wait for them could be a wait in a circle.
  update public.access_grants as g
  set written = case when g.written_on = today then g.written + 1 else 1 end, written_on = today
  where g.ctid = (
    select h.ctid from public.access_grants as h
    where h.family_id = family and h.account_id = guest for update skip locked
  );
end $$;
revoke all on function public.count_guest_change from public, anon, authenticated, service_role;

-- Otherwise as before.
create or replace function public.next_rev(owner_id uuid) returns bigint
language plpgsql
as $$
declare
  guest constant uuid := nullif(auth.uid(), owner_id);
  next bigint;
begin
  if guest is not null then
    perform public.count_guest_change(owner_id, guest);
  end if;
  update public.sync_state set rev = rev + 1 where user_id = owner_id returning rev into next;
  if next > 500000 then
    raise check_violation using message = 'this account has made all of its 500000 changes';
  end if;
  return coalesce(next, 0);
end $$;
