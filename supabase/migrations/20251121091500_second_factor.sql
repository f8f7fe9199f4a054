-- Whoever turned on a second factor is let in with it only: a token won by the password alone reads and writes nothing,
-- whatever app it is used from.

-- In its owner's name, because no caller may read the factors.
create function public.is_second_factor_given() returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'aal', 'aal1') <> 'aal1'
    or not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
$$;
revoke all on function public.is_second_factor_given() from public, anon, service_role;
grant execute on function public.is_second_factor_given() to authenticated;

-- Restrictive: besides what the other policies ask. The sub-select makes PostgreSQL ask once per statement.
create policy "second factor" on public.baby_info as restrictive to authenticated
  using ((select public.is_second_factor_given()));
create policy "second factor" on public.sleep_plans as restrictive to authenticated
  using ((select public.is_second_factor_given()));
create policy "second factor" on public.sleep_records as restrictive to authenticated
  using ((select public.is_second_factor_given()));
create policy "second factor" on public.sync_state as restrictive to authenticated
  using ((select public.is_second_factor_given()));
create policy "second factor" on public.deleted_rows as restrictive to authenticated
  using ((select public.is_second_factor_given()));
