-- An invitation that waits for its turn while the account is closed to whoever sent it, which would be good for a week:
-- what voids the others doesn't see it yet.

-- Invites somebody into the caller's family. The answer alone has the token: {id, token, expires_at}. Under the id of
-- an invitation that says the same and that nobody has used it is that one, and its link of before opens nothing.
create or replace function public.invite_to_family(role text, name text, until timestamptz, id uuid default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  session_id text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  made public.access_invitations;
  invited integer;
  let_in integer;
begin
  perform public.lock_sync_state(family);
  -- Whoever closes the account holds its row: either the session is seen to be gone, or this invitation is seen.
  perform from auth.users as u where u.id = family for share;
  -- A token that was made by hand names no session.
  if session_id is not null
    and not exists (select from auth.sessions as s where s.user_id = family and s.id::text = lower(session_id))
  then
    raise insufficient_privilege using message = 'the session is over';
  end if;
  delete from public.access_invitations as i where i.family_id = family and i.expires_at <= now();
  update public.access_invitations as i set token_hash = sha256(convert_to(token, 'UTF8')), expires_at = default
  where i.id = $4 and i.family_id = family and i.taken_by is null
    and (i.role, i.name, i.until) is not distinct from ($1, btrim($2), $3)
  returning i.* into made;
  if found then
    return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
  end if;
  select count(*) into invited from public.access_invitations as i where i.family_id = family and i.taken_by is null;
  select count(*) into let_in from public.access_grants as g
  where g.family_id = family and g.ended_at is null and (g.until is null or g.until > now())
    and exists (select from auth.users as u where u.id = g.account_id and u.deleted_at is null);
  if invited >= 10 or invited + let_in >= 20
    or (select count(*) from public.access_history as h
        where h.family_id = family and h.event = 'invited' and h.at > now() - interval '1 day') >= 30
  then
    raise check_violation using message = 'this family has invited as many as it can';
  end if;
  insert into public.access_invitations (id, family_id, token_hash, role, name, until)
  values (coalesce($4, gen_random_uuid()), family, sha256(convert_to(token, 'UTF8')), $1, btrim($2), $3)
  returning * into made;
  insert into public.access_history (family_id, event, role, name, until)
  values (family, 'invited', made.role, made.name, made.until);
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
end $$;

revoke all on function public.invite_to_family from public, anon, authenticated, service_role;
grant execute on function public.invite_to_family to authenticated;
