-- What a consultant may ask of a family, and how often. Whoever is in asks for longer, a support begins within a year,
-- and addresses at which nobody is are counted, so that nobody tries out addresses without end. The family reads in its
-- history when its support was changed, and by whom.

create table public.unknown_addresses (
  consultant_id uuid not null primary key references auth.users (id) on delete cascade,
  -- By the provider's clock.
  asked_on date not null,
  asked integer not null
);
alter table public.unknown_addresses enable row level security;
revoke all on public.unknown_addresses from public, anon, authenticated, service_role;

-- Counts that a consultant has asked at an address where nobody is.
create function public.count_unknown_address(consultant uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := public.provider_day(now());
begin
  insert into public.unknown_addresses as a (consultant_id, asked_on, asked) values (consultant, today, 1)
  on conflict (consultant_id) do update
  set asked = case when a.asked_on = today then a.asked + 1 else 1 end, asked_on = today;
end $$;

-- Throws once a consultant has done so two hundred times in a day.
create function public.check_unknown_addresses(consultant uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if exists (
    select from public.unknown_addresses as a
    where a.consultant_id = consultant and a.asked_on = public.provider_day(now()) and a.asked >= 200
  ) then
    raise check_violation using message = 'a consultant asks two hundred times a day at unknown addresses at most';
  end if;
end $$;

-- Throws unless a table's rules about these of its columns are met. They stand there, and nowhere else.
create function public.check_rules(rules_of regclass, tried jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  rule record;
  fits boolean;
begin
  for rule in
    select c.conname, pg_catalog.pg_get_expr(c.conbin, c.conrelid) as words from pg_catalog.pg_constraint as c
    where c.conrelid = rules_of and c.contype = 'c' and (
      select bool_and(tried ? a.attname::text) from pg_catalog.pg_attribute as a
      where a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    )
  loop
    execute format('select %s from jsonb_populate_record(null::%s, $1) as tried', rule.words, rules_of)
    into fits using tried;
    if fits is not true then
      raise check_violation using
        message = format('what is asked violates check constraint "%s"', rule.conname), constraint = rule.conname;
    end if;
  end loop;
end $$;

-- Otherwise as before.
create or replace function public.check_plan(
  first_wake_window text, naps_count integer, naps jsonb, night_bedtime text
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.check_rules('public.sleep_plans', jsonb_build_object(
    'first_wake_window', $1, 'naps_count', $2, 'naps', $3, 'night_bedtime', $4
  ));
end $$;

-- Throws for a support that begins in so long that it must be a slip.
create function public.check_support_start(starts_on date) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if starts_on > public.provider_day(now()) + 366 then
    raise check_violation using message = 'a support begins within a year';
  end if;
end $$;

-- Otherwise as before, but for the above; 'in' is the answer to a consultant only where nothing would last longer.
-- Whatever the caller may not ask is refused before anybody is looked up: a refusal that only a known address brings
-- about, or only an unknown one, would tell which it is, and count nothing.
create or replace function public.ask_family(email text, purpose text, starts_on date, ends_on date, hours text)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  ends timestamptz := (ends_on + 31)::timestamp at time zone 'Europe/Madrid';
  family uuid;
  address text;
  asked uuid;
begin
  perform public.check_unknown_addresses(caller);
  if (select count(*) from public.access_requests as r
      where r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 200
  then
    raise check_violation using message = 'a consultant asks two hundred times a day at most';
  end if;
  if ends_on < public.provider_day(now()) then
    raise check_violation using message = 'that support is over';
  end if;
  perform public.check_support_start(starts_on);
  perform public.check_rules('public.access_requests', jsonb_build_object(
    'purpose', btrim($2), 'starts_on', $3, 'ends_on', $4, 'hours', coalesce(btrim($5), '')
  ));
  select u.id, u.email into family, address from auth.users as u
  where lower(u.email) = lower(btrim($1)) and public.is_account_open(u.id) order by u.created_at, u.id limit 1;
  if family is null then
    perform public.count_unknown_address(caller);
    return jsonb_build_object('refused', 'unknown');
  elsif family = caller then
    return jsonb_build_object('refused', 'own');
  end if;
  perform public.lock_for_access(family, caller);
  if exists (select from public.access_grants as g
      where g.family_id = family and g.account_id = caller and g.ended_at is null
        and (g.until is null or g.until > now()) and (g.role <> 'consultant' or g.until >= ends))
  then
    return jsonb_build_object('refused', 'in');
  end if;
  delete from public.access_requests as r
  where r.family_id = family and r.consultant_id = caller
    and coalesce(r.answered_at, r.asked_at) <= now() - interval '30 days';
  if exists (select from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.answer is null)
  then
    return jsonb_build_object('refused', 'asked');
  end if;
  if exists (select from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.answer = 'refused'
        and r.answered_at > now() - interval '7 days')
  then
    return jsonb_build_object('refused', 'refused');
  end if;
  -- Each request is a line in the history, which only grows, and a change that the family's phones have to hear of.
  if (select count(*) from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 10
  then
    raise check_violation using message = 'a consultant asks a family ten times a day at most';
  end if;
  insert into public.access_requests (family_id, consultant_id, email, purpose, until, starts_on, ends_on, hours)
  values (family, caller, address, btrim($2), ends, $3, $4, coalesce(btrim($5), ''))
  returning id into asked;
  insert into public.access_history (family_id, event, account_id, role, name)
  values (family, 'asked', caller, 'consultant', public.staff_name(caller));
  perform public.tell_access_change(family, caller);
  return jsonb_build_object('id', asked);
end $$;

-- Otherwise as before, but that a yes to whoever is in as a consultant only lets them stay for longer: they keep the
-- name that the family gave them, since when they are in, and what they may look at today.
create or replace function public.answer_request(id uuid, accepted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  asked public.access_requests;
begin
  if accepted is null then
    raise check_violation using message = 'an answer is yes or no';
  end if;
  select * into asked from public.access_requests as r
  where r.id = $1 and r.family_id = family and r.answer is null and r.asked_at > now() - interval '30 days';
  if not found or public.staff_role_of(asked.consultant_id) is null then
    return false;
  end if;
  perform public.lock_for_access(family, asked.consultant_id);
  update public.access_requests as r
  set answer = case when accepted then 'accepted' else 'refused' end, answered_at = now()
  where r.id = $1 and r.answer is null;
  if not found then
    return false;
  end if;
  if accepted then
    update public.access_grants as g set until = greatest(g.until, asked.until)
    where g.family_id = family and g.account_id = asked.consultant_id and g.role = 'consultant'
      and g.ended_at is null and g.until > now();
    if not found then
      -- Somebody the family has let in another way meanwhile stays what they are.
      insert into public.access_grants (family_id, account_id, role, name, until)
      values (family, asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id), asked.until)
      on conflict (family_id, account_id) do update set
        role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null,
        viewing_until = null
      where access_grants.ended_at is not null or access_grants.until <= now();
    end if;
    if found then
      insert into public.access_history (family_id, event, account_id, role, name, until)
      select g.family_id, 'joined', g.account_id, g.role, g.name, g.until from public.access_grants as g
      where g.family_id = family and g.account_id = asked.consultant_id;
    end if;
    insert into public.support_windows (family_id, starts_on, ends_on, hours)
    values (family, asked.starts_on, asked.ends_on, asked.hours)
    on conflict on constraint support_windows_pkey do update set
      starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours, updated_at = now();
  else
    insert into public.access_history (family_id, event, account_id, role, name)
    values (family, 'refused', asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id));
  end if;
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $$;

alter table public.access_history drop constraint access_history_event_check;
alter table public.access_history add constraint access_history_event_check check (
  event in ('invited', 'withdrawn', 'joined', 'changed', 'ended', 'left', 'asked', 'refused', 'viewed', 'supported')
);

-- Otherwise as before, but that it is noted, that it is no change where nothing changes, and that a support begins
-- within a year, unless it was agreed so before.
create or replace function public.set_support(family_id uuid, starts_on date, ends_on date, hours text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.hold_as_consultant(family_id);
  agreed public.support_windows;
begin
  select * into agreed from public.support_windows as w where w.family_id = $1;
  if (agreed.starts_on, agreed.ends_on, agreed.hours) is not distinct from ($2, $3, coalesce(btrim($4), '')) then
    return;
  end if;
  if agreed.starts_on is distinct from $2 then
    perform public.check_support_start($2);
  end if;
  perform public.write_as_consultant(family_id);
  insert into public.support_windows (family_id, starts_on, ends_on, hours)
  values ($1, $2, $3, coalesce(btrim($4), ''))
  on conflict on constraint support_windows_pkey do update set
    starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours, updated_at = now();
  insert into public.access_history (family_id, event, account_id, role, name)
  select g.family_id, 'supported', g.account_id, g.role, g.name from public.access_grants as g
  where g.family_id = $1 and g.account_id = caller;
  perform public.tell_access_change(family_id, caller);
end $$;

revoke all on function
  public.count_unknown_address, public.check_unknown_addresses, public.check_rules, public.check_support_start
from public, anon, authenticated, service_role;
