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

-- Both as before: what was added is told to nobody.
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
