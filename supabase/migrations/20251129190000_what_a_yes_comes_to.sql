-- A yes to a second consultant leaves the support of the first as it is, and so does one to a request that is older
-- than what was agreed since. The family still read the days and hours of the request as those of its support.

-- Whether a yes to a request puts its days and hours in the place of the family's support: unless that was agreed
-- later, or lasts while another consultant is in.
create function public.sets_support(asked public.access_requests) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (
    select from public.support_windows as w
    where w.family_id = asked.family_id and (
      w.updated_at > asked.asked_at
      or w.ends_on >= public.provider_day(now()) and exists (
        select from public.access_grants as g
        where g.family_id = w.family_id and g.account_id <> asked.consultant_id
          and public.is_consulted(w.family_id, g.account_id)
      )
    )
  )
$$;

revoke all on function public.sets_support from public, anon, authenticated, service_role;

-- Otherwise as before, but that what it asks is asked of `sets_support`.
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
    -- They are as old as the request that said them: a yes to a later one takes their place.
    if public.sets_support(asked) then
      insert into public.support_windows (family_id, starts_on, ends_on, hours, updated_at)
      values (family, asked.starts_on, asked.ends_on, asked.hours, asked.asked_at)
      on conflict on constraint support_windows_pkey do update set
        starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours,
        updated_at = excluded.updated_at;
    end if;
  else
    insert into public.access_history (family_id, event, account_id, role, name, until)
    values (family, 'refused', asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id),
      public.open_until(family, asked.consultant_id));
  end if;
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $$;

-- Otherwise as before, but that of a request it tells the days and hours that the support has after a yes.
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
        'starts_on', coalesce(w.starts_on, r.starts_on), 'ends_on', coalesce(w.ends_on, r.ends_on),
        'hours', coalesce(w.hours, r.hours), 'asked_at', r.asked_at,
        'open_until', public.open_until(family, r.consultant_id)
      ) order by r.asked_at, r.id)
      from public.access_requests as r
      left join public.support_windows as w on w.family_id = r.family_id and not public.sets_support(r)
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
        select * from public.family_questions as f
        where f.family_id = family
        order by greatest(f.asked_at, f.replied_at) desc, f.id limit 20
      ) as q
    ), '[]'::jsonb)
  );
end $$;
