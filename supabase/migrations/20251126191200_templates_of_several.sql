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
