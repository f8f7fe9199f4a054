-- Whoever works for the provider (decision 053): a consultant looks after the families that let them in, an
-- administrator works on accounts too. The role stands in the account's own metadata, which only an administrator's
-- command writes, and counts only in a session that has given its second factor.

-- What an account is for the provider: 'consultant', 'admin', or null; null too while the account is closed.
create function public.staff_role_of(account uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  role text;
begin
  select u.raw_app_meta_data ->> 'staff_role' into role from auth.users as u
  where u.id = account and public.is_account_open(u.id);
  return case when role in ('consultant', 'admin') then role end;
end $$;

-- What the caller is for the provider, in this session.
create function public.staff_role() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  if coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'aal', 'aal1') = 'aal1' then
    return null;
  end if;
  return public.staff_role_of(auth.uid());
end $$;

-- What families read of somebody who works for the provider. The command that gives the role asks for a name.
create function public.staff_name(account uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select left(coalesce(
    nullif(btrim(u.raw_app_meta_data ->> 'staff_name', E' \t\r\n'), ''), nullif(split_part(u.email, '@', 1), ''),
    'Profesional'
  ), 40)
  from auth.users as u where u.id = account
$$;

-- What the caller's account is for the provider, and whether this session may work as such:
-- {role, name, is_second_factor_given}; role is null for everybody else.
create function public.my_staff_role() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'role', public.staff_role_of(auth.uid()),
    'name', public.staff_name(auth.uid()),
    'is_second_factor_given', public.staff_role() is not null
  );
end $$;

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

revoke all on function
  public.staff_role_of, public.staff_role, public.my_staff_role, public.staff_name, public.signed_in_staff
from public, anon, authenticated, service_role;
grant execute on function public.my_staff_role to authenticated;
