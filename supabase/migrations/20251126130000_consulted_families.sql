-- What each side of a support asks for: a family what it was asked and told, a consultant which families there are.

-- What the provider's staff has for the caller's family:
-- {requests: [{id, name, purpose, until, starts_on, ends_on, hours, asked_at}], support: {starts_on, ends_on, hours},
-- proposals: [{id, name, sentence, first_wake_window, naps_count, naps, night_bedtime, proposed_at}],
-- questions: [{id, question, asked_at, reply, replied_by, replied_at}]}: of the requests and proposals those that wait
-- for an answer, of the questions the latest twenty. `support` is null when there is none.
create function public.my_support() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
begin
  return jsonb_build_object(
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'name', public.staff_name(r.consultant_id), 'purpose', r.purpose, 'until', r.until,
        'starts_on', r.starts_on, 'ends_on', r.ends_on, 'hours', r.hours, 'asked_at', r.asked_at
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
        to_jsonb(p) - '{family_id,consultant_id,answer,answered_at}'::text[]
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

-- Otherwise as before, but that the families whose consultant the caller is are the console's, and not listed here.
create or replace function public.my_families() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_account();
begin
  update public.access_grants set last_seen_at = now()
  where account_id = caller and ended_at is null and role <> 'consultant'
    and (last_seen_at is null or last_seen_at < now() - interval '10 minutes');
  return (
    select jsonb_agg(jsonb_build_object(
      'family_id', f.family_id,
      'baby_name', b.name,
      'owner_name', b.owner_name,
      'role', f.role,
      'until', f.until,
      'is_open', public.is_account_open(f.family_id),
      'is_untouched', f.role = 'owner'
        and not exists (select from public.sleep_records as r where r.user_id = caller)
        and not exists (select from public.deleted_rows as d where d.user_id = caller)
        and not exists (select from public.access_history as h where h.family_id = caller)
        and not exists (
          select from public.baby_info as t
          where t.user_id = caller and (t.updated_at <> t.created_at or t.birth_date_known)
        )
        and not exists (
          select from public.sleep_plans as t where t.user_id = caller and t.updated_at <> t.created_at
        ),
      'access_rev', coalesce(s.access_rev, 0),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object(
          'account_id', p.account_id,
          'name', p.name,
          'role', p.role,
          'granted_at', p.granted_at,
          'until', p.until,
          'ended_at', case
            when p.ended_at is null and p.until <= now() then p.until
            when p.ended_at is null and not exists (
              select from auth.users as u where u.id = p.account_id and u.deleted_at is null
            ) then p.granted_at
            else p.ended_at
          end,
          'last_seen_at', p.last_seen_at
        ) order by p.granted_at, p.account_id)
        from public.access_grants as p where p.family_id = f.family_id
      ), '[]'::jsonb),
      'invitations', case when f.role <> 'owner' then '[]'::jsonb else coalesce((
        select jsonb_agg(to_jsonb(i) - '{token_hash,family_id,taken_by}'::text[] order by i.invited_at, i.id)
        from public.access_invitations as i
        where i.family_id = caller and i.expires_at > now() and i.taken_by is null
      ), '[]'::jsonb) end
    ) order by f.role <> 'owner', f.granted_at, f.family_id)
    from (
      select caller as family_id, 'owner' as role, null::timestamptz as until, null::timestamptz as granted_at
      union all
      select g.family_id, g.role, g.until, g.granted_at from public.access_grants as g
      where g.account_id = caller and g.role <> 'consultant'
        and g.ended_at is null and (g.until is null or g.until > now())
    ) as f
    left join public.baby_info as b on b.user_id = f.family_id
    left join public.sync_state as s on s.user_id = f.family_id
  );
end $$;

-- The families that are open to the caller as their consultant. Throws unless the caller works for the provider.
create function public.families_i_consult() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
begin
  return array(
    select g.family_id from public.access_grants as g join auth.users as u on u.id = g.family_id
    where g.account_id = caller and g.role = 'consultant' and g.ended_at is null
      and (g.until is null or g.until > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $$;

-- The families that are open to the caller as their consultant, and what was asked and isn't answered:
-- {families: [{family_id, email, baby_name, owner_name, birth_date, time_zone, time_zone_since, granted_at, until,
-- trial_ends_at, support: {starts_on, ends_on, hours}, rev, access_rev, open_questions}], requests: [{id, email,
-- asked_at}]}. `birth_date` is null while it isn't known. What was logged isn't told here, so nothing is noted. It is
-- written as text at once, as the summaries are, because there is much of it.
create function public.consulted_families() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
begin
  return json_build_object(
    'families', coalesce((
      select json_agg(json_build_object(
        'family_id', g.family_id,
        'email', u.email,
        'baby_name', b.name,
        'owner_name', b.owner_name,
        'birth_date', case when b.birth_date_known then b.birth_date end,
        'time_zone', b.time_zone,
        'time_zone_since', b.time_zone_since,
        'granted_at', g.granted_at,
        'until', g.until,
        'trial_ends_at', u.raw_app_meta_data ->> 'trial_ends_at',
        'support', case when w.family_id is not null then json_build_object(
          'starts_on', w.starts_on, 'ends_on', w.ends_on, 'hours', w.hours
        ) end,
        'rev', coalesce(s.rev, 0),
        'access_rev', coalesce(s.access_rev, 0),
        'open_questions', (
          select count(*) from public.family_questions as q where q.family_id = g.family_id and q.reply is null
        )
      ) order by g.granted_at, g.family_id)
      from unnest(public.families_i_consult()) as f (id)
      join public.access_grants as g on g.family_id = f.id and g.account_id = caller
      join auth.users as u on u.id = g.family_id
      left join public.baby_info as b on b.user_id = g.family_id
      left join public.support_windows as w on w.family_id = g.family_id
      left join public.sync_state as s on s.user_id = g.family_id
    ), '[]'::json),
    'requests', coalesce((
      select json_agg(json_build_object('id', r.id, 'email', r.email, 'asked_at', r.asked_at)
        order by r.asked_at, r.id)
      from public.access_requests as r
      where r.consultant_id = caller and r.answer is null and r.asked_at > now() - interval '30 days'
    ), '[]'::json)
  );
end $$;

-- What some of these families have logged from a day on, and their plans, for a line in the list; it is noted as a look
-- at the summary: [{family_id, rev, plan: {first_wake_window, naps_count, naps, night_bedtime}, records: [[date, type,
-- start_time, end_time, time, wake_ups], …]}]. At most 500 families at once, of each the last five weeks that it has
-- logged, and of these the latest 500 records; others are left out, as are families that aren't open to the caller.
create function public.consulted_summaries(families uuid[], since date) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  seen uuid[];
begin
  if cardinality(families) > 500 then
    raise check_violation using message = 'summaries of five hundred families at most are told at once';
  end if;
  -- So that two of the caller's own, asked for at once, lock the rows below one after the other.
  perform public.lock_sync_state(caller);
  seen := array(
    select f.id from unnest(public.families_i_consult()) as f (id)
    join (select distinct unnest(families)) as asked (id) on asked.id = f.id order by f.id
  );
  perform public.note_views(seen, caller, 'summary');
  update public.access_grants as g set last_seen_at = now()
  where g.account_id = caller and g.family_id = any (seen)
    and (g.last_seen_at is null or g.last_seen_at < now() - interval '10 minutes');
  return coalesce((
    select json_agg(json_build_object(
      'family_id', f.id,
      'rev', coalesce(s.rev, 0),
      'plan', case when p.id is not null then json_build_object(
        'first_wake_window', p.first_wake_window, 'naps_count', p.naps_count, 'naps', p.naps,
        'night_bedtime', p.night_bedtime
      ) end,
      'records', coalesce((
        select json_agg(
          json_build_array(r.date, r.type, r.start_time, r.end_time, r."time", r.wake_ups) order by r.date, r.id
        )
        from (
          select * from public.sleep_records as l
          where l.user_id = f.id and l.date >= since
            -- A list shows no more: whoever asks for years of them opens the family, which is told so.
            and l.date > (
              select max(n.date) - 35 from public.sleep_records as n
              where n.user_id = f.id and n.date <= public.provider_day(now()) + 1
            )
          order by l.date desc, l.start_time desc limit 500
        ) as r
      ), '[]'::json)
    ) order by f.id)
    from unnest(seen) as f (id)
    left join public.sleep_plans as p on p.user_id = f.id
    left join public.sync_state as s on s.user_id = f.id
  ), '[]'::json);
end $$;

-- How far some of these families have come, so that a list knows which summaries are old: [[family_id, rev], …]. It
-- tells that something has changed and not what, and is asked for all the while: nothing is noted (decision 053).
create function public.consulted_revs(families uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_array(f.id, coalesce(s.rev, 0)) order by f.id)
    from unnest(public.families_i_consult()) as f (id)
    join (select distinct unnest(families)) as asked (id) on asked.id = f.id
    left join public.sync_state as s on s.user_id = f.id
  ), '[]'::jsonb);
end $$;

-- What a consultant has of a family beside its log: {note, proposals: [{id, sentence, first_wake_window, naps_count,
-- naps, night_bedtime, proposed_at, answer, answered_at}], questions: [{id, question, asked_at, reply, replied_by,
-- replied_at}]}. Of the proposals the caller's own, the latest fifty; of the questions the latest fifty.
create function public.consulted_family(family_id uuid) returns jsonb
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
      select jsonb_agg(to_jsonb(p) - '{family_id,consultant_id}'::text[] order by p.proposed_at desc, p.id)
      from (
        select * from public.plan_proposals as a
        where a.family_id = $1 and a.consultant_id = caller order by a.proposed_at desc, a.id limit 50
      ) as p
    ), '[]'::jsonb),
    'questions', coalesce((
      select jsonb_agg(to_jsonb(q) - 'family_id' order by q.asked_at desc, q.id)
      from (
        select * from public.family_questions as a where a.family_id = $1 order by a.asked_at desc, a.id limit 50
      ) as q
    ), '[]'::jsonb)
  );
end $$;

-- Otherwise as before, but that only the provider's staff takes an invitation as a consultant: {refused: 'staff'}.
create or replace function public.accept_invitation(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_account();
  found_first public.access_invitations := public.invitation_of(token);
  taken public.access_invitations;
  family uuid;
begin
  if found_first.family_id = caller then
    return jsonb_build_object('refused', 'own');
  elsif found_first.role = 'consultant' and public.staff_role() is null then
    return jsonb_build_object('refused', 'staff');
  end if;
  if found_first.id is not null then
    perform public.lock_for_access(found_first.family_id, caller);
    -- Only one of two that open the same link at once finds it free.
    update public.access_invitations set taken_by = caller where id = found_first.id and taken_by is null
    returning * into taken;
  end if;
  if taken.id is null then
    select g.family_id into family from public.access_invitations as i
    join public.access_grants as g on g.family_id = i.family_id and g.account_id = caller and g.ended_at is null
    where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.taken_by = caller;
    return case when found then jsonb_build_object('family_id', family) else jsonb_build_object('refused', 'gone') end;
  end if;
  insert into public.access_grants (family_id, account_id, role, name, until)
  values (taken.family_id, caller, taken.role, taken.name, taken.until)
  on conflict (family_id, account_id) do update set
    role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null,
    viewing_until = null;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (taken.family_id, 'joined', caller, taken.role, taken.name, taken.until);
  perform public.tell_access_change(taken.family_id, caller);
  return jsonb_build_object('family_id', taken.family_id);
end $$;

revoke all on function
  public.my_support, public.families_i_consult, public.consulted_families, public.consulted_summaries,
  public.consulted_revs, public.consulted_family
from public, anon, authenticated, service_role;
grant execute on function
  public.my_support, public.consulted_families, public.consulted_summaries, public.consulted_revs,
  public.consulted_family
to authenticated;
