-- Whoever is in a family and opens a link that was meant for somebody else would take that person's place: their role
-- and name would change, with all that they have logged, and the link would be used up. Only an access of a consultant
-- is taken by another one, because that one may last longer.

-- Why the caller can't take an invitation that is still good: 'own', 'inside' or 'staff'; null: nothing is in the way.
create function public.why_not_taken(invitation public.access_invitations, caller uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when (invitation).family_id = caller then 'own'
    when (invitation).role = 'consultant' and public.staff_role() is null then 'staff'
    when exists (
      select from public.access_grants as g
      where g.family_id = (invitation).family_id and g.account_id = caller and g.ended_at is null
        and (g.until is null or g.until > now()) and not (g.role = 'consultant' and (invitation).role = 'consultant')
    ) then 'inside'
  end
$$;
revoke all on function public.why_not_taken from public, anon, authenticated, service_role;

create or replace function public.accept_invitation(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_account();
  found_first public.access_invitations := public.invitation_of(token);
  why text;
  taken public.access_invitations;
  family uuid;
begin
  if found_first.id is not null then
    perform public.lock_for_access(found_first.family_id, caller);
    why := public.why_not_taken(found_first, caller);
    if why is not null then
      return jsonb_build_object('refused', why);
    end if;
    -- Only one of two that open the same link at once finds it free.
    update public.access_invitations set taken_by = caller where id = found_first.id and taken_by is null
    returning * into taken;
  end if;
  if taken.id is null then
    select g.family_id into family from public.access_invitations as i
    join public.access_grants as g on g.family_id = i.family_id and g.account_id = caller and g.ended_at is null
    where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.taken_by = caller;
    return case when found then jsonb_build_object('family_id', family) else jsonb_build_object('refused', 'gone') end;
  end if;
  insert into public.access_grants (family_id, account_id, role, name, until)
  values (taken.family_id, caller, taken.role, taken.name, taken.until)
  on conflict (family_id, account_id) do update set
    role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null,
    viewing_until = null;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (taken.family_id, 'joined', caller, taken.role, taken.name, taken.until);
  perform public.tell_access_change(taken.family_id, caller);
  return jsonb_build_object('family_id', taken.family_id);
end $$;

-- Otherwise as before, but that it says at once to whom it is no use: 'refused' as accept_invitation would answer.
create or replace function public.look_at_invitation(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'baby_name', b.name, 'owner_name', b.owner_name, 'name', i.name, 'role', i.role, 'until', i.until,
    'expires_at', i.expires_at,
    'refused', case when (select auth.uid()) is not null then public.why_not_taken(i, (select auth.uid())) end
  )
  from public.invitation_of(token) as i left join public.baby_info as b on b.user_id = i.family_id
  where i.id is not null
$$;
