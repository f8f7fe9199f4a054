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
  constraint support_windows_order_check check (ends_on >= starts_on),
  constraint support_windows_range_check check (starts_on >= '2000-01-01' and ends_on <= '2100-12-31')
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
  starts_on date not null,
  ends_on date not null,
  hours text not null,
  asked_at timestamptz not null default now(),
  answer text constraint access_requests_answer_check check (answer in ('accepted', 'refused', 'withdrawn')),
  answered_at timestamptz
);
create index access_requests_family_idx on public.access_requests (family_id);
create index access_requests_consultant_idx on public.access_requests (consultant_id, asked_at);
create unique index access_requests_open_idx on public.access_requests (family_id, consultant_id)
  where answer is null;

-- A consultant reads a family's rows until then, because a look has been noted in its history.
alter table public.access_grants add column viewing_until timestamptz;

-- What was looked at.
alter table public.access_history add column part text constraint access_history_part_check
  check ((event = 'viewed') = (part is not null)
    and part in ('summary', 'diary', 'week', 'trend', 'plan', 'printed', 'report'));
alter table public.access_history drop constraint access_history_event_check;
alter table public.access_history add constraint access_history_event_check check (
  event in ('invited', 'withdrawn', 'joined', 'changed', 'ended', 'left', 'asked', 'refused', 'viewed')
);
create index access_history_views_idx on public.access_history (account_id, family_id, part, at)
  where event = 'viewed';

-- The first moment of the day after an instant, by the provider's clock.
create function public.day_after(moment timestamptz) returns timestamptz
language sql immutable set search_path = ''
as $$
  select ((moment at time zone 'Europe/Madrid')::date + 1)::timestamp at time zone 'Europe/Madrid'
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
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.access_grants as g
    where g.family_id = family and g.account_id = consultant and g.role = 'consultant'
      and g.ended_at is null and (g.until is null or g.until > now()) and public.is_account_open(family)
  )
$$;

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

-- Notes that a consultant looks at a part of each of these families, once a day and part.
create function public.note_views(families uuid[], consultant uuid, viewed text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.access_history (family_id, event, account_id, role, name, part)
  select g.family_id, 'viewed', g.account_id, g.role, g.name, viewed from public.access_grants as g
  where g.family_id = any (families) and g.account_id = consultant and not exists (
    select from public.access_history as h
    where h.account_id = consultant and h.family_id = g.family_id and h.event = 'viewed' and h.part = viewed
      and h.at >= public.day_after(now()) - interval '1 day'
  )
$$;

-- Opens a family's rows to a consultant for the rest of the day, and notes what is looked at. Without this call the
-- policies show a consultant nothing.
create function public.open_family(family_id uuid, part text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.consultant_of(family_id);
begin
  perform public.note_views(array[$1], caller, $2);
  update public.access_grants as g set last_seen_at = now(), viewing_until = public.day_after(now())
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
  asked uuid;
begin
  select u.id into family from auth.users as u
  where lower(u.email) = lower(btrim($1)) and public.is_account_open(u.id) limit 1;
  if family is null then
    return jsonb_build_object('refused', 'unknown');
  elsif family = caller then
    return jsonb_build_object('refused', 'own');
  end if;
  if ends_on < starts_on or ends_on > starts_on + 3650 or char_length(hours) > 120 then
    raise check_violation using message = 'a support lasts from one day to a later one, of ten years at most';
  end if;
  if (select count(*) from public.access_requests as r
      where r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 200
  then
    raise check_violation using message = 'a consultant asks two hundred families a day at most';
  end if;
  perform public.lock_for_access(family, caller);
  if public.is_let_in(family, caller) then
    return jsonb_build_object('refused', 'in');
  end if;
  delete from public.access_requests as r
  where r.family_id = family and r.consultant_id = caller and r.answer is null
    and r.asked_at <= now() - interval '30 days';
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
  insert into public.access_requests (family_id, consultant_id, purpose, until, starts_on, ends_on, hours)
  values (
    family, caller, btrim($2), ($4 + 31)::timestamp at time zone 'Europe/Madrid', $3, $4, coalesce(btrim($5), '')
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

-- The family's answer. What was withdrawn or is too old can't be answered any more: false.
create function public.answer_request(id uuid, accepted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  asked public.access_requests;
begin
  select * into asked from public.access_requests as r
  where r.id = $1 and r.family_id = family and r.answer is null and r.asked_at > now() - interval '30 days';
  if not found then
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
    insert into public.support_windows (family_id, starts_on, ends_on, hours)
    values (family, asked.starts_on, asked.ends_on, asked.hours)
    on conflict on constraint support_windows_pkey do update set
      starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours, updated_at = now();
  end if;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (
    family, case when accepted then 'joined' else 'refused' end, asked.consultant_id, 'consultant',
    public.staff_name(asked.consultant_id), case when accepted then asked.until end
  );
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $$;

-- Changes the support of a family that is open to the caller. The family is told by its next change of access.
create function public.set_support(family_id uuid, starts_on date, ends_on date, hours text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.consultant_of(family_id);
begin
  perform public.lock_for_access(family_id, caller);
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
  public.day_after, public.is_consulted, public.consultant_of, public.note_views, public.open_family,
  public.ask_family, public.withdraw_request, public.answer_request, public.set_support
from public, anon, authenticated, service_role;
grant execute on function
  public.open_family, public.ask_family, public.withdraw_request, public.answer_request, public.set_support
to authenticated;
