-- Questions of a family that has several consultants, or asks a lot.

-- Answers a question as one that was last replied to at that moment, or not at all (null). Where somebody has replied
-- meanwhile, that reply stays, so that nobody writes over what they haven't read. The same words again, as after an
-- answer that was lost, change nothing.
create function public.answer_question(id uuid, reply text, seen timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid;
  stored public.family_questions;
begin
  select q.family_id into family from public.family_questions as q where q.id = $1;
  perform public.hold_as_consultant(family);
  select * into stored from public.family_questions as q where q.id = $1;
  if stored.reply = btrim($2) then
    return;
  elsif stored.replied_at is distinct from seen then
    raise exception 'answered meanwhile';
  end if;
  perform public.answer_question($1, $2);
end $$;

revoke all on function public.answer_question(uuid, text, timestamptz)
from public, anon, authenticated, service_role;
grant execute on function public.answer_question(uuid, text, timestamptz) to authenticated;

-- Otherwise as before, but that of the questions, of which it tells fifty, the latest first, those without a reply are
-- picked before all others: each one that `open_questions` counts can be reached and answered.
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
      select jsonb_agg(to_jsonb(p) - '{family_id,consultant_id}'::text[] order by p.proposed_at desc, p.id)
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
