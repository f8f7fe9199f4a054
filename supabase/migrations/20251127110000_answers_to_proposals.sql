-- A proposal that was open when a consultant's access ended was offered again, undated, when the family let her in
-- anew, perhaps a year later. It is withdrawn then.
create function public.withdraw_open_proposals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
  where p.family_id = new.family_id and p.consultant_id = new.account_id and p.answer is null;
  return null;
end $$;
revoke all on function public.withdraw_open_proposals from public, anon, authenticated, service_role;

create trigger let_in_anew after update of granted_at on public.access_grants
  for each row when (old.granted_at <> new.granted_at)
  execute function public.withdraw_open_proposals();

-- The answers of one family, given and taken back without end, used up the changes of its consultant's own account. Her
-- console hears of them by the family's counter, so hers stays as it is. Otherwise as before.
create or replace function public.answer_proposal(id uuid, taken boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  consultant uuid;
begin
  if taken is null then
    raise check_violation using message = 'an answer is yes or no';
  end if;
  select p.consultant_id into consultant from public.plan_proposals as p
  where p.id = $1 and p.family_id = family and (p.answer is null or taken and p.answer = 'withdrawn');
  if not found then
    return false;
  end if;
  perform public.lock_for_access(family, consultant);
  update public.plan_proposals as p
  set answer = case when taken then 'taken' else 'declined' end, answered_at = now(),
    was_withdrawn = p.answer is not null
  where p.id = $1 and (p.answer is null or taken and p.answer = 'withdrawn');
  if not found then
    return false;
  end if;
  perform public.tell_access_change(family, family);
  return true;
end $$;

create or replace function public.take_back_answer(id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  consultant uuid;
  is_over boolean;
begin
  select p.consultant_id into consultant from public.plan_proposals as p
  where p.id = $1 and p.family_id = family and p.answer in ('taken', 'declined');
  if not found then
    return false;
  end if;
  perform public.lock_for_access(family, consultant);
  is_over := exists (
    select from public.plan_proposals as p
    where p.family_id = family and p.consultant_id = consultant
      and (p.answer is null or p.id = $1 and p.was_withdrawn)
  );
  update public.plan_proposals as p set
    answer = case when is_over then 'withdrawn' end, answered_at = case when is_over then now() end,
    was_withdrawn = false
  where p.id = $1 and p.answer in ('taken', 'declined');
  if not found then
    return false;
  end if;
  perform public.tell_access_change(family, family);
  return true;
end $$;
