-- Who sent a proposal again under its id was answered that id, whatever had become of it: that the family had answered
-- it meanwhile, so that nothing waited there, had to be read after that.

-- Otherwise as before, but that its id is answered where it waits for the family, made now or before; null: it was sent
-- before, and waits no more.
create or replace function public.propose_plan(
  family_id uuid, sentence text, first_wake_window text, naps_count integer, naps jsonb, night_bedtime text,
  id uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.hold_as_consultant(family_id);
  made uuid := coalesce($7, gen_random_uuid());
  known public.plan_proposals;
begin
  select * into known from public.plan_proposals as p
  where p.id = made and p.family_id = $1 and p.consultant_id = caller;
  if found then
    return case when known.answer is null then made end;
  end if;
  perform public.write_as_consultant(family_id);
  perform public.check_plan($3, $4, $5, $6);
  update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
  where p.family_id = $1 and p.consultant_id = caller and p.answer is null;
  insert into public.plan_proposals
    (id, family_id, consultant_id, sentence, first_wake_window, naps_count, naps, night_bedtime)
  values (made, $1, caller, btrim($2), $3, $4, $5, $6);
  perform public.tell_access_change(family_id, caller);
  return made;
end $$;
