-- A consultant hears of a yes because the family stands in her list. A no, and the end of an access, left nothing
-- there, and what she has asked of a family that lets her in already didn't stand on its page. Told is what concerns
-- her own requests and accesses, by the address that she has asked at: of a family that is gone she learns nothing new.

-- Which families have said no to a consultant, or don't let her in any more, in the last fortnight: [{email, why, at}],
-- `why` being 'refused' or 'ended', the latest first; fifty at most. Whoever lets her in again, or is asked again,
-- isn't among them. `email` is null where she came by an invitation.
create function public.closed_to(consultant uuid) returns json
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
          where r.family_id = g.family_id and r.consultant_id = consultant and r.answer = 'accepted'
          order by r.answered_at desc, r.id limit 1
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

-- What a consultant has asked of a family since it let her in, which it hasn't answered, or has refused, in the last
-- thirty days: {asked_at, refused_at}; null: nothing.
create function public.asked_for_longer(family uuid, consultant uuid, let_in_at timestamptz) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('asked_at', l.asked_at, 'refused_at', l.answered_at)
  from (
    select * from public.access_requests as r
    where r.family_id = family and r.consultant_id = consultant and r.asked_at > let_in_at
    order by r.asked_at desc, r.id limit 1
  ) as l
  where coalesce(l.answered_at, l.asked_at) > now() - interval '30 days' and (l.answer is null or l.answer = 'refused')
$$;

revoke all on function public.closed_to, public.asked_for_longer
from public, anon, authenticated, service_role;

-- Otherwise as before, but for `asked` of each family, and `closed`.
create or replace function public.consulted_families() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
begin
  return json_build_object(
    'all', public.state_of_families(),
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
        ),
        'asked', public.asked_for_longer(g.family_id, caller, g.granted_at)
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
    ), '[]'::json),
    'closed', public.closed_to(caller)
  );
end $$;
