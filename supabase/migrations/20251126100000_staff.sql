-- Whoever works for the provider (decision 053): a consultant looks after the families that let them in, an
-- administrator works on accounts too. The role stands in the account's own metadata, which only an administrator's
-- command writes, and counts only in a session that has given its second factor.

-- What the caller is for the provider: 'consultant', 'admin', or null.
create function public.staff_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  role text;
begin
  if coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'aal', 'aal1') = 'aal1' then
    return null;
  end if;
  select u.raw_app_meta_data ->> 'staff_role' into role from auth.users as u
  where u.id = auth.uid() and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  return case when role in ('consultant', 'admin') then role end;
end $$;

-- What the caller's account is for the provider, and whether this session may work as such:
-- {role, name, is_second_factor_given}; role is null for everybody else.
create function public.my_staff_role() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'role', case when u.raw_app_meta_data ->> 'staff_role' in ('consultant', 'admin')
        then u.raw_app_meta_data ->> 'staff_role' end,
      'name', public.staff_name(u.id),
      'is_second_factor_given', public.staff_role() is not null
    )
    from auth.users as u where u.id = auth.uid()
  );
end $$;

-- What families read of somebody who works for the provider. The command that gives the role asks for a name.
create function public.staff_name(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select left(coalesce(
    nullif(btrim(u.raw_app_meta_data ->> 'staff_name'), ''), split_part(u.email, '@', 1), 'Profesional'
  ), 40)
  from auth.users as u where u.id = account
$$;

-- Throws unless the caller works for the provider. Returns its id.
create function public.signed_in_staff() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if public.staff_role() is null then
    raise insufficient_privilege using message = 'this is for the provider''s staff, with their second factor';
  end if;
  return auth.uid();
end $$;

revoke all on function public.staff_role, public.my_staff_role, public.staff_name, public.signed_in_staff
from public, anon, authenticated, service_role;
grant execute on function public.my_staff_role to authenticated;
