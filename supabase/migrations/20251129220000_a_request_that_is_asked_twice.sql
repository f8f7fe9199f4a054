-- Whoever asked a family, lost the answer on the way and asked once more was refused: they had asked already.

-- Otherwise as before, but that what is asked again in the same words is the request that waits, and that of two
-- accounts with one address the family's own is asked, not the one by which its company knows somebody.
create or replace function public.ask_family(email text, purpose text, starts_on date, ends_on date, hours text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  ends timestamptz := (ends_on + 31)::timestamp at time zone 'Europe/Madrid';
  family uuid;
  address text;
  waiting public.access_requests;
  asked uuid;
begin
  perform public.check_unknown_addresses(caller);
  if (select count(*) from public.access_requests as r
      where r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 200
  then
    raise check_violation using message = 'a consultant asks two hundred times a day at most';
  end if;
  if ends_on < public.provider_day(now()) then
    raise check_violation using message = 'that support is over';
  end if;
  perform public.check_support_start(starts_on);
  perform public.check_rules('public.access_requests', jsonb_build_object(
    'purpose', btrim($2), 'starts_on', $3, 'ends_on', $4, 'hours', coalesce(btrim($5), '')
  ));
  select u.id, u.email into family, address from auth.users as u
  where lower(u.email) = lower(btrim($1)) and public.is_account_open(u.id)
  order by u.is_sso_user, u.created_at, u.id limit 1;
  if family is null then
    perform public.count_unknown_address(caller);
    return jsonb_build_object('refused', 'unknown');
  elsif family = caller then
    return jsonb_build_object('refused', 'own');
  end if;
  perform public.lock_for_access(family, caller);
  if exists (select from public.access_grants as g
      where g.family_id = family and g.account_id = caller and g.ended_at is null
        and (g.until is null or g.until > now()) and (g.role <> 'consultant' or g.until >= ends))
  then
    return jsonb_build_object('refused', 'in');
  end if;
  delete from public.access_requests as r
  where r.family_id = family and r.consultant_id = caller
    and coalesce(r.answered_at, r.asked_at) <= now() - interval '30 days';
  select * into waiting from public.access_requests as r
  where r.family_id = family and r.consultant_id = caller and r.answer is null;
  if found then
    return case
      when (waiting.purpose, waiting.starts_on, waiting.ends_on, waiting.hours)
        = (btrim($2), $3, $4, coalesce(btrim($5), ''))
      then jsonb_build_object('id', waiting.id)
      else jsonb_build_object('refused', 'asked')
    end;
  end if;
  if exists (select from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.answer = 'refused'
        and r.answered_at > now() - interval '7 days')
  then
    return jsonb_build_object('refused', 'refused');
  end if;
  -- Each request is a line in the history, which only grows, and a change that the family's phones have to hear of.
  if (select count(*) from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 10
  then
    raise check_violation using message = 'a consultant asks a family ten times a day at most';
  end if;
  insert into public.access_requests (family_id, consultant_id, email, purpose, until, starts_on, ends_on, hours)
  values (family, caller, address, btrim($2), ends, $3, $4, coalesce(btrim($5), ''))
  returning id into asked;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (family, 'asked', caller, 'consultant', public.staff_name(caller), public.open_until(family, caller));
  perform public.tell_access_change(family, caller);
  return jsonb_build_object('id', asked);
end $$;
