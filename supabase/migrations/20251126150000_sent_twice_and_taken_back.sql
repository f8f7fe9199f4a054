-- What a consultant takes back or sends a second time, after an answer that was lost.

drop function public.withdraw_request(uuid);
-- Takes back what the caller has asked: true. False where it was answered before, or never asked by the caller.
create function public.withdraw_request(id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
begin
  select r.family_id into family from public.access_requests as r
  where r.id = $1 and r.consultant_id = caller and r.answer is null;
  if found then
    perform public.lock_for_access(family, caller);
    update public.access_requests as r set answer = 'withdrawn', answered_at = now()
    where r.id = $1 and r.answer is null;
    if found then
      perform public.tell_access_change(family, caller);
    end if;
  end if;
  return exists (
    select from public.access_requests as r
    where r.id = $1 and r.consultant_id = caller and r.answer = 'withdrawn'
  );
end $$;

drop function public.withdraw_proposal(uuid);
-- Takes back what the caller has proposed: true. False where it was answered before, or never proposed by the caller.
create function public.withdraw_proposal(id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
begin
  select p.family_id into family from public.plan_proposals as p
  where p.id = $1 and p.consultant_id = caller and p.answer is null;
  if found then
    perform public.lock_for_access(family, caller);
    update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
    where p.id = $1 and p.answer is null;
    if found then
      perform public.tell_access_change(family, caller);
    end if;
  end if;
  return exists (
    select from public.plan_proposals as p
    where p.id = $1 and p.consultant_id = caller and p.answer = 'withdrawn'
  );
end $$;

drop function public.propose_plan(uuid, text, text, integer, jsonb, text);
-- Proposes a plan to a family that is open to the caller, under that id or a new one. Of what the caller has proposed
-- before, only this stands. What came before under the same id is left as it is, whatever has become of it.
create function public.propose_plan(
  family_id uuid, sentence text, first_wake_window text, naps_count integer, naps jsonb, night_bedtime text,
  id uuid default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.hold_as_consultant(family_id);
  made uuid := coalesce($7, gen_random_uuid());
begin
  if exists (
    select from public.plan_proposals as p where p.id = made and p.family_id = $1 and p.consultant_id = caller
  ) then
    return made;
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

revoke all on function public.withdraw_request, public.withdraw_proposal, public.propose_plan
from public, anon, authenticated, service_role;
grant execute on function public.withdraw_request, public.withdraw_proposal, public.propose_plan to authenticated;
