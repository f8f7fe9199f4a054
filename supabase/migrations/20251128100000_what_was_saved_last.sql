-- Otherwise as before, but that a yes to an older request leaves the dates and hours that were saved since. The access
-- ends when the request said, because that is what the family has read and accepted.
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
    insert into public.support_windows (family_id, starts_on, ends_on, hours, updated_at)
    values (family, asked.starts_on, asked.ends_on, asked.hours, asked.asked_at)
    on conflict on constraint support_windows_pkey do update set
      starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours,
      updated_at = excluded.updated_at
    where support_windows.updated_at <= asked.asked_at;
  else
    insert into public.access_history (family_id, event, account_id, role, name, until)
    values (family, 'refused', asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id),
      public.open_until(family, asked.consultant_id));
  end if;
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $$;

-- Otherwise as before, but that a family is named by any request that is left. A later one takes the place of the one
-- that was accepted, once that is thirty days old.
create or replace function public.closed_to(consultant uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    json_agg(json_build_object('email', l.email, 'why', l.why, 'at', l.at) order by l.at desc, l.family_id), '[]'::json
  )
  from (
    select * from (
      select distinct on (e.family_id) e.* from (
        select r.family_id, r.email, 'refused' as why, r.answered_at as at
        from public.access_requests as r where r.consultant_id = consultant and r.answer = 'refused'
        union all
        select g.family_id, (
          select r.email from public.access_requests as r
          where r.family_id = g.family_id and r.consultant_id = consultant
          order by r.asked_at desc, r.id limit 1
        ), 'ended', coalesce(g.ended_at, g.until)
        from public.access_grants as g
        where g.account_id = consultant and g.role = 'consultant' and coalesce(g.ended_at, g.until) <= now()
      ) as e
      order by e.family_id, e.at desc
    ) as latest
    where latest.at > now() - interval '14 days'
      and not exists (
        select from public.access_grants as g
        where g.family_id = latest.family_id and g.account_id = consultant and g.ended_at is null
          and (g.until is null or g.until > now())
      )
      and not exists (
        select from public.access_requests as r
        where r.family_id = latest.family_id and r.consultant_id = consultant and r.answer is null
          and r.asked_at > now() - interval '30 days'
      )
    order by latest.at desc, latest.family_id limit 50
  ) as l
$$;

-- Otherwise as before, but that of more open questions than are told those that have waited longest are among them.
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
        order by a.reply is not null, case when a.reply is null then a.asked_at end, a.asked_at desc, a.id limit 50
      ) as q
    ), '[]'::jsonb)
  );
end $$;
