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
