-- A family has one support, and may have let in several consultants. Who stands in for another asks with days and
-- hours of her own, and hasn't seen those that were agreed: a yes to her put them in the place of the other's, with no
-- line in the history and without a word to anybody.

-- Otherwise as before, but that a yes leaves a support that lasts as it is while another consultant is in. It opens
-- what the request said, all the same; whoever is in sees the days and hours, and can change them.
create or replace function public.answer_request(id uuid, accepted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  asked public.access_requests;
begin
  if accepted is null then
    raise check_violation using message = 'an answer is yes or no';
  end if;
  select * into asked from public.access_requests as r
  where r.id = $1 and r.family_id = family and r.answer is null and r.asked_at > now() - interval '30 days';
  if not found or public.staff_role_of(asked.consultant_id) is null then
    return false;
  end if;
  perform public.lock_for_access(family, asked.consultant_id);
  update public.access_requests as r
  set answer = case when accepted then 'accepted' else 'refused' end, answered_at = now()
  where r.id = $1 and r.answer is null;
  if not found then
    return false;
  end if;
  if accepted then
    update public.access_grants as g set until = greatest(g.until, asked.until)
    where g.family_id = family and g.account_id = asked.consultant_id and g.role = 'consultant'
      and g.ended_at is null and g.until > now();
    if not found then
      -- Somebody the family has let in another way meanwhile stays what they are.
      insert into public.access_grants (family_id, account_id, role, name, until)
      values (family, asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id), asked.until)
      on conflict (family_id, account_id) do update set
        role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null,
        viewing_until = null
      where access_grants.ended_at is not null or access_grants.until <= now();
    end if;
    if found then
      insert into public.access_history (family_id, event, account_id, role, name, until)
      select g.family_id, 'joined', g.account_id, g.role, g.name, g.until from public.access_grants as g
      where g.family_id = family and g.account_id = asked.consultant_id;
    end if;
    -- They are as old as the request that said them: a yes to a later one takes their place, but while they last only
    -- where nobody else is in.
    insert into public.support_windows (family_id, starts_on, ends_on, hours, updated_at)
    values (family, asked.starts_on, asked.ends_on, asked.hours, asked.asked_at)
    on conflict on constraint support_windows_pkey do update set
      starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours,
      updated_at = excluded.updated_at
    where support_windows.updated_at <= asked.asked_at and (
      support_windows.ends_on < public.provider_day(now()) or not exists (
        select from public.access_grants as g
        where g.family_id = family and g.account_id <> asked.consultant_id
          and public.is_consulted(family, g.account_id)
      )
    );
  else
    insert into public.access_history (family_id, event, account_id, role, name, until)
    values (family, 'refused', asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id),
      public.open_until(family, asked.consultant_id));
  end if;
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $$;

-- Two consultants have the days and hours of one family open, and each saves all of them: the later one would undo the
-- other.

-- Sets a support in the place of the one that its writer has seen, {starts_on, ends_on, hours}, or of none (null).
-- Where another one stands by now, that stays and is answered; null: it is set. The same again, as after an answer that
-- was lost, is set.
create function public.set_support(family_id uuid, starts_on date, ends_on date, hours text, seen jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  stands jsonb;
begin
  perform public.hold_as_consultant(family_id);
  select jsonb_build_object('starts_on', w.starts_on, 'ends_on', w.ends_on, 'hours', w.hours) into stands
  from public.support_windows as w where w.family_id = $1;
  if stands is distinct from seen
    and stands <> jsonb_build_object('starts_on', $2, 'ends_on', $3, 'hours', coalesce(btrim($4), ''))
  then
    return stands;
  end if;
  perform public.set_support($1, $2, $3, $4);
  return null;
end $$;

revoke all on function public.set_support(uuid, date, date, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.set_support(uuid, date, date, text, jsonb) to authenticated;

-- A family whose trial was over, or whose account was put out of use, left the list of its consultant without a word.

-- Otherwise as before, but that those are told whose account is closed while they let her in: 'ended', as a console of
-- before knows it, with `is_account_closed`. Since when an account is out of use isn't kept: it counts from when the
-- account was changed last, which a mail that is asked for does, too.
create or replace function public.closed_to(consultant uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    json_agg(json_build_object(
      'email', l.email, 'why', l.why, 'is_account_closed', l.is_account_closed, 'at', l.at
    ) order by l.at desc, l.family_id), '[]'::json
  )
  from (
    select * from (
      select distinct on (e.family_id) e.* from (
        select r.family_id, r.email, 'refused' as why, false as is_account_closed, r.answered_at as at
        from public.access_requests as r where r.consultant_id = consultant and r.answer = 'refused'
        union all
        select g.family_id, (
          select r.email from public.access_requests as r
          where r.family_id = g.family_id and r.consultant_id = consultant
          order by r.asked_at desc, r.id limit 1
        ), 'ended', g.is_open, case
          when not g.is_open then coalesce(g.ended_at, g.until)
          when g.banned_until > now() then g.updated_at
          else g.trial_ends_at::timestamptz
        end
        from (
          select a.*, u.deleted_at, u.banned_until, u.updated_at, u.raw_app_meta_data ->> 'trial_ends_at' as trial_ends_at,
            a.ended_at is null and (a.until is null or a.until > now()) as is_open
          from public.access_grants as a join auth.users as u on u.id = a.family_id
          where a.account_id = consultant and a.role = 'consultant'
        ) as g
        where not g.is_open
          or g.deleted_at is null and (g.banned_until > now() or public.is_past(g.trial_ends_at))
      ) as e
      order by e.family_id, e.is_account_closed desc, e.at desc
    ) as latest
    where latest.at > now() - interval '14 days'
      and (latest.is_account_closed or not exists (
        select from public.access_grants as g
        where g.family_id = latest.family_id and g.account_id = consultant and g.ended_at is null
          and (g.until is null or g.until > now())
      ) and not exists (
        select from public.access_requests as r
        where r.family_id = latest.family_id and r.consultant_id = consultant and r.answer is null
          and r.asked_at > now() - interval '30 days'
      ))
    order by latest.at desc, latest.family_id limit 50
  ) as l
$$;
