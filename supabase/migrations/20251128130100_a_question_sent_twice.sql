-- What a family sends a second time, after an answer that was lost.

drop function public.ask_consultant(text);
-- Asks the consultants whom the family has let in. Under the same id it is the same question, however often it is sent.
create function public.ask_consultant(question text, id uuid default null) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  made uuid := coalesce($2, gen_random_uuid());
begin
  perform public.lock_sync_state(family);
  if exists (select from public.family_questions as q where q.id = made and q.family_id = family) then
    return made;
  end if;
  if not exists (
    select from public.access_grants as g
    where g.family_id = family and public.is_consulted(family, g.account_id)
  ) then
    raise insufficient_privilege using message = 'this family has let no consultant in';
  end if;
  if (select count(*) from public.family_questions as q
      where q.family_id = family and q.asked_at > now() - interval '1 day') >= 30
  then
    raise check_violation using message = 'a family asks thirty questions a day at most';
  end if;
  insert into public.family_questions (id, family_id, question) values (made, family, btrim($1));
  perform public.tell_access_change(family, family);
  return made;
end $$;

revoke all on function public.ask_consultant from public, anon, authenticated, service_role;
grant execute on function public.ask_consultant to authenticated;
