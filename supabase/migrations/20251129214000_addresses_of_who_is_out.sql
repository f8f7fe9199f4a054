-- Whoever was let in goes on with an account of their own once they are out. A family knows by the address whose
-- account it was, and need not hear of each one that the account gets later.

-- The address that a family is told of somebody it let in; null for who works for the provider, for an account that is
-- gone, and for one whose address may have changed after they were out: our own server dates their e-mail identity by a
-- change, and a hosted project notes when one was asked for.
create function public.told_address(let_in public.access_grants) returns text
language sql stable security definer set search_path = ''
as $$
  select u.email
  from auth.users as u
  where u.id = (let_in).account_id and u.deleted_at is null and (let_in).role <> 'consultant'
    and not coalesce(u.email_change_sent_at > least((let_in).ended_at, (let_in).until), false)
    and not exists (
      select from auth.identities as i
      where i.user_id = u.id and i.provider = 'email' and i.updated_at > least((let_in).ended_at, (let_in).until)
    )
$$;
revoke all on function public.told_address from public, anon, authenticated, service_role;

-- Otherwise as before.
create or replace function public.my_families() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_account();
begin
  update public.access_grants set last_seen_at = now()
  where account_id = caller and ended_at is null and role <> 'consultant'
    and (last_seen_at is null or last_seen_at < now() - interval '10 minutes');
  return (
    select jsonb_agg(jsonb_build_object(
      'family_id', f.family_id,
      'baby_name', b.name,
      'owner_name', b.owner_name,
      'role', f.role,
      'until', f.until,
      'is_open', public.is_account_open(f.family_id),
      'is_untouched', f.role = 'owner'
        and not exists (select from public.sleep_records as r where r.user_id = caller)
        and not exists (select from public.deleted_rows as d where d.user_id = caller)
        and not exists (select from public.access_history as h where h.family_id = caller)
        and not exists (
          select from public.baby_info as t
          where t.user_id = caller and (t.updated_at <> t.created_at or t.birth_date_known)
        )
        and not exists (
          select from public.sleep_plans as t where t.user_id = caller and t.updated_at <> t.created_at
        ),
      'access_rev', coalesce(s.access_rev, 0),
      'people', coalesce((
        select jsonb_agg(jsonb_build_object(
          'account_id', p.account_id,
          'name', p.name,
          'role', p.role,
          'granted_at', p.granted_at,
          'until', p.until,
          'ended_at', case
            when p.ended_at is null and p.until <= now() then p.until
            when p.ended_at is null and not exists (
              select from auth.users as u where u.id = p.account_id and u.deleted_at is null
            ) then p.granted_at
            else p.ended_at
          end,
          'last_seen_at', greatest(p.last_seen_at, case when f.role = 'owner' then public.seen_since(p) end),
          'email', case when f.role = 'owner' then public.told_address(p) end
        ) order by p.granted_at, p.account_id)
        from public.access_grants as p where p.family_id = f.family_id
      ), '[]'::jsonb),
      'invitations', case when f.role <> 'owner' then '[]'::jsonb else coalesce((
        select jsonb_agg(to_jsonb(i) - '{token_hash,family_id,taken_by}'::text[] order by i.invited_at, i.id)
        from public.access_invitations as i
        where i.family_id = caller and i.expires_at > now() and i.taken_by is null
      ), '[]'::jsonb) end
    ) order by f.role <> 'owner', f.granted_at, f.family_id)
    from (
      select caller as family_id, 'owner' as role, null::timestamptz as until, null::timestamptz as granted_at
      union all
      select g.family_id, g.role, g.until, g.granted_at from public.access_grants as g
      where g.account_id = caller and g.role <> 'consultant'
        and g.ended_at is null and (g.until is null or g.until > now())
    ) as f
    left join public.baby_info as b on b.user_id = f.family_id
    left join public.sync_state as s on s.user_id = f.family_id
  );
end $$;
