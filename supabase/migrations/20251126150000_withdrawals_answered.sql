-- Whoever takes something back is told whether it is: the family may have answered before, and then its answer stands.

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

revoke all on function public.withdraw_request, public.withdraw_proposal
from public, anon, authenticated, service_role;
grant execute on function public.withdraw_request, public.withdraw_proposal to authenticated;
