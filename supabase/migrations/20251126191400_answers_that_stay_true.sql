-- Whoever is in asks for longer by the same request: a no to it leaves what was open before as it is, and the family is
-- told so. In its history, too: a request, or a no, that has an end beside it came while somebody was in until then.

-- Until when a family lets a consultant in now; null: it doesn't.
create function public.open_until(family uuid, consultant uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select g.until from public.access_grants as g
  where g.family_id = family and g.account_id = consultant and public.is_consulted(family, consultant)
$$;
revoke all on function public.open_until from public, anon, authenticated, service_role;

-- Otherwise as before, but that the history says what was open already.
create or replace function public.ask_family(email text, purpose text, starts_on date, ends_on date, hours text) returns jsonb
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
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (family, 'asked', caller, 'consultant', public.staff_name(caller), public.open_until(family, caller));
  perform public.tell_access_change(family, caller);
  return jsonb_build_object('id', asked);
end $$;

-- Otherwise as before, but that the history says what stays open after a no.
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
    insert into public.access_history (family_id, event, account_id, role, name, until)
    values (family, 'refused', asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id),
      public.open_until(family, asked.consultant_id));
  end if;
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $$;

-- A family may take a plan while its consultant takes it back, or without a network long before that is told. It
-- follows the plan then, and she has to know. And it tells at once what it may undo a moment later.

alter table public.plan_proposals add column was_withdrawn boolean not null default false;

-- Otherwise as before, but that a plan which was taken is so also where it was withdrawn meanwhile.
create or replace function public.answer_proposal(id uuid, taken boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  consultant uuid;
begin
  if taken is null then
    raise check_violation using message = 'an answer is yes or no';
  end if;
  select p.consultant_id into consultant from public.plan_proposals as p
  where p.id = $1 and p.family_id = family and (p.answer is null or taken and p.answer = 'withdrawn');
  if not found then
    return false;
  end if;
  perform public.lock_for_access(family, consultant);
  update public.plan_proposals as p
  set answer = case when taken then 'taken' else 'declined' end, answered_at = now(),
    was_withdrawn = p.answer is not null
  where p.id = $1 and (p.answer is null or taken and p.answer = 'withdrawn');
  if not found then
    return false;
  end if;
  perform public.tell_access_change(family, consultant);
  return true;
end $$;

-- Takes an answer back: the proposal waits again, or is withdrawn, if it was or another one has taken its place.
create function public.take_back_answer(id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  consultant uuid;
  is_over boolean;
begin
  select p.consultant_id into consultant from public.plan_proposals as p
  where p.id = $1 and p.family_id = family and p.answer in ('taken', 'declined');
  if not found then
    return false;
  end if;
  perform public.lock_for_access(family, consultant);
  is_over := exists (
    select from public.plan_proposals as p
    where p.family_id = family and p.consultant_id = consultant
      and (p.answer is null or p.id = $1 and p.was_withdrawn)
  );
  update public.plan_proposals as p set
    answer = case when is_over then 'withdrawn' end, answered_at = case when is_over then now() end,
    was_withdrawn = false
  where p.id = $1 and p.answer in ('taken', 'declined');
  if not found then
    return false;
  end if;
  perform public.tell_access_change(family, consultant);
  return true;
end $$;

revoke all on function public.take_back_answer(uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_back_answer(uuid) to authenticated;

-- Otherwise as before, but that a request says what is open already. Which plans were withdrawn is told to nobody.
create or replace function public.my_support() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
begin
  return jsonb_build_object(
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'name', public.staff_name(r.consultant_id), 'purpose', r.purpose, 'until', r.until,
        'starts_on', r.starts_on, 'ends_on', r.ends_on, 'hours', r.hours, 'asked_at', r.asked_at,
        'open_until', public.open_until(family, r.consultant_id)
      ) order by r.asked_at, r.id)
      from public.access_requests as r
      where r.family_id = family and r.answer is null and r.asked_at > now() - interval '30 days'
        and public.staff_role_of(r.consultant_id) is not null
    ), '[]'::jsonb),
    'support', (
      select jsonb_build_object('starts_on', s.starts_on, 'ends_on', s.ends_on, 'hours', s.hours)
      from public.support_windows as s where s.family_id = family
    ),
    'proposals', coalesce((
      select jsonb_agg(
        to_jsonb(p) - '{family_id,consultant_id,answer,answered_at,was_withdrawn}'::text[]
        || jsonb_build_object('name', public.staff_name(p.consultant_id))
        order by p.proposed_at, p.id
      )
      from public.plan_proposals as p
      where p.family_id = family and p.answer is null and public.is_consulted(family, p.consultant_id)
    ), '[]'::jsonb),
    'questions', coalesce((
      select jsonb_agg(to_jsonb(q) - 'family_id' order by q.asked_at desc, q.id)
      from (
        select * from public.family_questions as f where f.family_id = family order by f.asked_at desc, f.id limit 20
      ) as q
    ), '[]'::jsonb)
  );
end $$;

-- As before: which plans were withdrawn before they were taken is told to nobody.
create or replace function public.consulted_family(family_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := public.consultant_of(family_id);
begin
  return jsonb_build_object(
    'note', coalesce((
      select n.text from public.consultant_notes as n where n.family_id = $1 and n.consultant_id = caller
    ), ''),
    'proposals', coalesce((
      select jsonb_agg(to_jsonb(p) - '{family_id,consultant_id,was_withdrawn}'::text[] order by p.proposed_at desc, p.id)
      from (
        select * from public.plan_proposals as a
        where a.family_id = $1 and a.consultant_id = caller order by a.proposed_at desc, a.id limit 50
      ) as p
    ), '[]'::jsonb),
    'questions', coalesce((
      select jsonb_agg(to_jsonb(q) - 'family_id' order by q.asked_at desc, q.id)
      from (
        select * from public.family_questions as a where a.family_id = $1
        order by a.reply is not null, a.asked_at desc, a.id limit 50
      ) as q
    ), '[]'::jsonb)
  );
end $$;
