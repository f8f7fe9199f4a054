-- What a consultant sees of a family (decision 053): only what the family has accepted in plain words, until a day it
-- knows, and no look without a line in the family's history.

-- A support that the family has bought: from which day to which, and when its questions are answered.
create table public.support_windows (
  family_id uuid not null primary key references auth.users (id) on delete cascade,
  starts_on date not null,
  ends_on date not null,
  -- As «De lunes a viernes, de 9:00 a 18:00».
  hours text not null default ''
    constraint support_windows_hours_check check (char_length(hours) <= 120),
  updated_at timestamptz not null default now(),
  constraint support_windows_range_check check (starts_on >= '2000-01-01' and ends_on <= '2100-12-31'),
  constraint support_windows_order_check check (ends_on between starts_on and starts_on + 3650)
);

-- What a consultant has asked of a family. It waits for thirty days.
create table public.access_requests (
  id uuid not null default gen_random_uuid() primary key,
  family_id uuid not null references auth.users (id) on delete cascade,
  consultant_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null
    constraint access_requests_purpose_check check (char_length(purpose) between 1 and 300 and purpose ~ '\S'),
  -- Of the grant that it becomes.
  until timestamptz not null,
  -- The address of then: what it becomes later is told to nobody whom the family hasn't let in.
  email text not null,
  -- Of the support that it becomes.
  starts_on date not null,
  ends_on date not null,
  hours text not null
    constraint access_requests_hours_check check (char_length(hours) <= 120),
  asked_at timestamptz not null default now(),
  answer text constraint access_requests_answer_check check (answer in ('accepted', 'refused', 'withdrawn')),
  answered_at timestamptz,
  constraint access_requests_range_check check (starts_on >= '2000-01-01' and ends_on <= '2100-12-31'),
  constraint access_requests_order_check check (ends_on between starts_on and starts_on + 3650)
);
create index access_requests_family_idx on public.access_requests (family_id);
create index access_requests_consultant_idx on public.access_requests (consultant_id, asked_at);
create unique index access_requests_open_idx on public.access_requests (family_id, consultant_id)
  where answer is null;

-- A consultant reads a family's rows until then, because a look has been noted in its history. What a consultant has
-- written to a family is counted by the day, because each time is one of the changes that the family can make.
alter table public.access_grants
  add column viewing_until timestamptz,
  add column written_on date,
  add column written integer not null default 0;

-- What a consultant may do ends on a day that the family knows.
update public.access_grants set until = now() + interval '30 days'
where role = 'consultant' and until is null and ended_at is null;
update public.access_invitations set until = now() + interval '30 days' where role = 'consultant' and until is null;
alter table public.access_grants add constraint access_grants_end_check
  check (role <> 'consultant' or until is not null or ended_at is not null);
alter table public.access_invitations add constraint access_invitations_end_check
  check (role <> 'consultant' or until is not null);

-- What was looked at: a line for each part and day, by the provider's clock.
alter table public.access_history add column part text constraint access_history_part_check
  check ((event = 'viewed') = (part is not null)
    and part in ('summary', 'diary', 'week', 'trend', 'plan', 'printed', 'report'));
alter table public.access_history drop constraint access_history_event_check;
alter table public.access_history add constraint access_history_event_check check (
  event in ('invited', 'withdrawn', 'joined', 'changed', 'ended', 'left', 'asked', 'refused', 'viewed')
);
create unique index access_history_views_idx
  on public.access_history (family_id, account_id, part, ((at at time zone 'Europe/Madrid')::date))
  where event = 'viewed';

-- The day of an instant, by the provider's clock.
create function public.provider_day(moment timestamptz) returns date
language sql immutable set search_path = ''
as $$
  select (moment at time zone 'Europe/Madrid')::date
$$;

-- Otherwise as before, but that a consultant's look has to be noted, and that a consultant has to be one now.
create or replace function public.families_i_read() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select g.family_id from public.access_grants as g join auth.users as u on u.id = g.family_id
    where g.account_id = auth.uid() and g.ended_at is null and (g.until is null or g.until > now())
      and (g.role <> 'consultant' or (g.viewing_until > now() and (select public.staff_role()) is not null))
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $$;

-- Whether a family is open to a consultant now.
create function public.is_consulted(family uuid, consultant uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.staff_role_of(consultant) is not null and public.is_account_open(family) and exists (
    select from public.access_grants as g
    where g.family_id = family and g.account_id = consultant and g.role = 'consultant'
      and g.ended_at is null and (g.until is null or g.until > now())
  );
end $$;

-- Throws unless the caller is a consultant to whom this family is open. Returns the caller's id.
create function public.consultant_of(family uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
begin
  if not public.is_consulted(family, caller) then
    raise insufficient_privilege using message = 'this family is not open to you';
  end if;
  return caller;
end $$;

-- The same, and from then on nobody ends that access before the caller is done: it is asked for once more after the
-- wait. Before it nothing is locked, so that no stranger keeps a family waiting.
create function public.hold_as_consultant(family uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_for_access(family, public.consultant_of(family));
  return public.consultant_of(family);
end $$;

-- The same, for what is written to the family: two hundred times a day.
create function public.write_as_consultant(family uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.hold_as_consultant(family);
  today date := public.provider_day(now());
begin
  update public.access_grants as g
  set written = case when g.written_on = today then g.written + 1 else 1 end, written_on = today
  where g.family_id = family and g.account_id = caller and (g.written_on is distinct from today or g.written < 200);
  if not found then
    raise check_violation using message = 'a consultant writes to a family two hundred times a day at most';
  end if;
  return caller;
end $$;

-- Notes that a consultant looks at a part of each of these families, once a day and part. The families come in order,
-- as everywhere, because whoever notes the same at once waits for the line. One that is just being deleted is waited
-- for and left out.
create function public.note_views(families uuid[], consultant uuid, viewed text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.access_history (family_id, event, account_id, role, name, part)
  select g.family_id, 'viewed', g.account_id, g.role, g.name, viewed
  from unnest(families) as f (id)
  join public.access_grants as g on g.family_id = f.id and g.account_id = consultant
  join auth.users as u on u.id = f.id
  order by g.family_id
  for key share of u
  on conflict do nothing
$$;

-- Opens a family's rows to a consultant for the rest of the day, and notes what is looked at. Without this call the
-- policies show a consultant nothing. The diary is noted whatever is looked at, because all of it is open from then on.
create function public.open_family(family_id uuid, part text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.hold_as_consultant(family_id);
begin
  if $2 = 'summary' then
    raise check_violation using message = 'a summary is told by consulted_summaries';
  end if;
  perform public.note_views(array[$1], caller, 'diary');
  if $2 is distinct from 'diary' then
    perform public.note_views(array[$1], caller, $2);
  end if;
  update public.access_grants as g
  set last_seen_at = now(), viewing_until = (public.provider_day(now()) + 1)::timestamp at time zone 'Europe/Madrid'
  where g.family_id = $1 and g.account_id = caller;
end $$;

-- Asks a family for leave to look. {id}, or {refused}: 'unknown' (no such account), 'own', 'in' (it has let the caller
-- in already), 'asked' (it hasn't answered yet), 'refused' (it said no in the last seven days).
create function public.ask_family(email text, purpose text, starts_on date, ends_on date, hours text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
  address text;
  asked uuid;
begin
  if ends_on < public.provider_day(now()) then
    raise check_violation using message = 'that support is over';
  end if;
  select u.id, u.email into family, address from auth.users as u
  where lower(u.email) = lower(btrim($1)) and public.is_account_open(u.id) order by u.created_at, u.id limit 1;
  if family is null then
    return jsonb_build_object('refused', 'unknown');
  elsif family = caller then
    return jsonb_build_object('refused', 'own');
  end if;
  perform public.lock_for_access(family, caller);
  if exists (select from public.access_grants as g
      where g.family_id = family and g.account_id = caller and g.ended_at is null
        and (g.until is null or g.until > now()))
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
      where r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 200
    or (select count(*) from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 10
  then
    raise check_violation using
      message = 'a consultant asks two hundred times a day at most, and each family ten times';
  end if;
  insert into public.access_requests (family_id, consultant_id, email, purpose, until, starts_on, ends_on, hours)
  values (
    family, caller, address, btrim($2), ($4 + 31)::timestamp at time zone 'Europe/Madrid', $3, $4,
    coalesce(btrim($5), '')
  )
  returning id into asked;
  insert into public.access_history (family_id, event, account_id, role, name)
  values (family, 'asked', caller, 'consultant', public.staff_name(caller));
  perform public.tell_access_change(family, caller);
  return jsonb_build_object('id', asked);
end $$;

-- Takes back what the caller has asked and nobody has answered.
create function public.withdraw_request(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
begin
  select r.family_id into family from public.access_requests as r
  where r.id = $1 and r.consultant_id = caller and r.answer is null;
  if not found then
    return;
  end if;
  perform public.lock_for_access(family, caller);
  update public.access_requests as r set answer = 'withdrawn', answered_at = now()
  where r.id = $1 and r.answer is null;
  if found then
    perform public.tell_access_change(family, caller);
  end if;
end $$;

-- The family's answer. What was withdrawn or is too old can't be answered any more, nor what somebody asked who has
-- ceased to work for the provider: false.
create function public.answer_request(id uuid, accepted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  asked public.access_requests;
  is_let_in boolean := true;
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
    -- Somebody the family has let in another way meanwhile stays what they are.
    insert into public.access_grants (family_id, account_id, role, name, until)
    values (family, asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id), asked.until)
    on conflict (family_id, account_id) do update set
      role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null,
      viewing_until = null
    where access_grants.ended_at is not null or access_grants.until <= now() or access_grants.role = 'consultant';
    is_let_in := found;
    insert into public.support_windows (family_id, starts_on, ends_on, hours)
    values (family, asked.starts_on, asked.ends_on, asked.hours)
    on conflict on constraint support_windows_pkey do update set
      starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours, updated_at = now();
  end if;
  if is_let_in then
    insert into public.access_history (family_id, event, account_id, role, name, until)
    values (
      family, case when accepted then 'joined' else 'refused' end, asked.consultant_id, 'consultant',
      public.staff_name(asked.consultant_id), case when accepted then asked.until end
    );
  end if;
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $$;

-- Changes the support of a family that is open to the caller, which stays open as long as it was.
create function public.set_support(family_id uuid, starts_on date, ends_on date, hours text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.write_as_consultant(family_id);
begin
  insert into public.support_windows (family_id, starts_on, ends_on, hours)
  values ($1, $2, $3, coalesce(btrim($4), ''))
  on conflict on constraint support_windows_pkey do update set
    starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours, updated_at = now();
  perform public.tell_access_change(family_id, caller);
end $$;

-- All of it goes by the functions.
alter table public.support_windows enable row level security;
alter table public.access_requests enable row level security;
revoke all on public.support_windows, public.access_requests from public, anon, authenticated, service_role;

revoke all on function
  public.provider_day, public.is_consulted, public.consultant_of, public.hold_as_consultant,
  public.write_as_consultant, public.note_views, public.open_family, public.ask_family, public.withdraw_request,
  public.answer_request, public.set_support
from public, anon, authenticated, service_role;
grant execute on function
  public.open_family, public.ask_family, public.withdraw_request, public.answer_request, public.set_support
to authenticated;
