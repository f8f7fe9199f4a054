-- A list of families asks after those in sight all the time, and after who is in it once a minute: so long a family
-- that has ended an access stood there with its data.

-- A text that is another one as soon as somebody comes to the caller's families or goes, asks or is answered.
create function public.state_of_families() returns text
language sql stable security definer set search_path = ''
as $$
  select encode(sha256(convert_to(
    string_agg(f.id || ' ' || coalesce(s.access_rev, 0), ',' order by f.id), 'UTF8'
  )), 'hex')
  from unnest(public.families_i_consult() || auth.uid()) as f (id)
  left join public.sync_state as s on s.user_id = f.id
$$;
revoke all on function public.state_of_families from public, anon, authenticated, service_role;

-- What has changed: the numbers of consulted_revs, and the state of all families.
create function public.consulted_changes(families uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('revs', public.consulted_revs(families), 'all', public.state_of_families());
end $$;

revoke all on function public.consulted_changes(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.consulted_changes(uuid[]) to authenticated;

-- Otherwise as before, but that it says which state of all families it tells.
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
