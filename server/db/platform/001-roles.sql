-- The three roles a table request can take on, as hosted Supabase has them. Roles belong to the whole cluster,
-- so they may be there already.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
end $$;

-- The server turns into these roles with SET ROLE; a superuser may anyway, any other owner needs the membership.
grant anon, authenticated, service_role to current_user;

grant usage on schema public to anon, authenticated, service_role;

-- As on hosted Supabase, whatever a migration creates in public starts out open to all three roles. Kept on purpose:
-- a migration that forgets its own grants and revokes must fail the tests here, not there.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
