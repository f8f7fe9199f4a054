-- Whoever had an account in their hands for a while may have invited themselves. When its owner closes it to them, the
-- invitations that nobody has taken go too, with a line in the family's history.

alter table public.access_history drop constraint access_history_event_check;
alter table public.access_history add constraint access_history_event_check check (
  event in (
    'invited', 'withdrawn', 'voided', 'joined', 'changed', 'ended', 'left', 'asked', 'refused', 'viewed', 'supported'
  )
);

-- Answers how many there were. It takes no counter: its caller holds the row of the account, which whoever deletes an
-- account waits for while they hold the counter.
create function public.void_invitations(family uuid) returns integer
language sql security definer set search_path = ''
as $$
  with gone as (
    delete from public.access_invitations as i
    where i.family_id = family and i.taken_by is null and i.expires_at > now()
    returning i.*
  ), told as (
    insert into public.access_history (family_id, event, role, name, until)
    select g.family_id, 'voided', g.role, g.name, g.until from gone as g
    returning id
  )
  select count(*)::integer from told
$$;
revoke all on function public.void_invitations(uuid) from public, anon, authenticated, service_role;
