-- The family reads in its history when its support was changed, and by whom.

alter table public.access_history drop constraint access_history_event_check;
alter table public.access_history add constraint access_history_event_check check (
  event in ('invited', 'withdrawn', 'joined', 'changed', 'ended', 'left', 'asked', 'refused', 'viewed', 'supported')
);

-- Otherwise as before, but that it is noted, unless nothing changes, and that a support begins within a year.
create or replace function public.set_support(family_id uuid, starts_on date, ends_on date, hours text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.write_as_consultant(family_id);
begin
  perform public.check_support_start(starts_on);
  insert into public.support_windows as w (family_id, starts_on, ends_on, hours)
  values ($1, $2, $3, coalesce(btrim($4), ''))
  on conflict on constraint support_windows_pkey do update set
    starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours, updated_at = now()
  where (w.starts_on, w.ends_on, w.hours) is distinct from (excluded.starts_on, excluded.ends_on, excluded.hours);
  if found then
    insert into public.access_history (family_id, event, account_id, role, name)
    select g.family_id, 'supported', g.account_id, g.role, g.name from public.access_grants as g
    where g.family_id = $1 and g.account_id = caller;
    perform public.tell_access_change(family_id, caller);
  end if;
end $$;
