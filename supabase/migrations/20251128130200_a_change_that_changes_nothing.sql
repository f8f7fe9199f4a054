-- Changes what somebody who is in may do in the caller's family, what they are called, and until when they are in. What
-- is so already, as where an answer was lost and the change is sent again, is no change: it has no line in the history.
create or replace function public.change_access(account_id uuid, role text, name text, until timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
begin
  if not public.is_let_in(family, account_id) then
    return;
  end if;
  perform public.lock_for_access(family, account_id);
  if not exists (select from public.access_grants as g
      where g.family_id = family and g.account_id = $1 and g.ended_at is null
        and (g.role, g.name, g.until) is distinct from ($2, btrim($3), $4))
  then
    return;
  end if;
  -- The history only grows, so what can be written there in a day is limited, as it is by the number of invitations.
  if (select count(*) from public.access_history as h
      where h.family_id = family and h.event = 'changed' and h.at > now() - interval '1 day') >= 100
  then
    raise check_violation using message = 'this family has changed access as often as it can in a day';
  end if;
  update public.access_grants as g set role = $2, name = btrim($3), until = $4
  where g.family_id = family and g.account_id = $1 and g.ended_at is null;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (family, 'changed', $1, $2, btrim($3), $4);
  perform public.tell_access_change(family, account_id);
end $$;
revoke all on function public.change_access from public, anon, authenticated, service_role;
grant execute on function public.change_access to authenticated;
