-- A consultant has her note open in two windows, and each saves all of it: the later one would undo the other.

-- Saves a note in the place of the text that its writer has seen, '' where there was none. It answers null, or what
-- stands there instead and stays. The same words again, as after an answer that was lost, are saved.
create function public.save_note(family_id uuid, text text, seen text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.consultant_of(family_id);
  stands text;
begin
  insert into public.consultant_notes as n (family_id, consultant_id, text) values ($1, caller, $2)
  on conflict on constraint consultant_notes_pkey do update set text = excluded.text, updated_at = now()
  where n.text in ($3, excluded.text);
  if not found then
    select n.text into stands from public.consultant_notes as n where n.family_id = $1 and n.consultant_id = caller;
  end if;
  return stands;
end $$;

revoke all on function public.save_note(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.save_note(uuid, text, text) to authenticated;

-- All of the staff change the same templates, and each saves all of one: the later one would undo the other.

-- Saves a template in the place of the one that was changed last at that moment, or of none (null). Where somebody has
-- changed it since, theirs stays. The same values again, as after an answer that was lost, are saved. It answers
-- whether it is saved, and what stands there.
create function public.save_template(
  id uuid, name text, from_months integer, to_months integer,
  first_wake_window text, naps_count integer, naps jsonb, night_bedtime text, seen timestamptz
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stands public.plan_templates;
  is_saved boolean;
begin
  perform public.signed_in_staff();
  select * into stands from public.plan_templates as t where t.id = $1 for update;
  is_saved := not found or stands.updated_at is not distinct from seen
    or (stands.name, stands.from_months, stands.to_months, stands.first_wake_window, stands.naps_count, stands.naps,
      stands.night_bedtime) is not distinct from (btrim($2), $3, $4, $5, $6, $7, $8);
  if is_saved then
    perform public.save_template($1, $2, $3, $4, $5, $6, $7, $8);
    select * into stands from public.plan_templates as t where t.id = $1;
  end if;
  return jsonb_build_object('saved', is_saved, 'template', to_jsonb(stands));
end $$;

revoke all on function public.save_template(uuid, text, integer, integer, text, integer, jsonb, text, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.save_template(uuid, text, integer, integer, text, integer, jsonb, text, timestamptz)
to authenticated;

-- Otherwise as before, but that it says when each was changed last.
create or replace function public.plan_templates() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.signed_in_staff();
  return coalesce((
    select jsonb_agg(to_jsonb(t) order by t.from_months, t.to_months, t.name, t.id)
    from public.plan_templates as t
  ), '[]'::jsonb);
end $$;

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
