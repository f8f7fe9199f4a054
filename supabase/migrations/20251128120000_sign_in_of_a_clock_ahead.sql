-- A sign-in that was noted while the clock was ahead stayed one of the last ten minutes for as long, once the clock was
-- set back. A minute is left for clocks that are put right. It stands beside each sign-in, so that a later one counts.
create or replace function public.delete_my_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  signed_in_at numeric := (
    select max((entry #>> '{}')::numeric)
    from jsonb_path_query(
      claims,
      '$.amr[*] ? (@.method != "token_refresh" && @.method != "totp" && !(@.method starts with "mfa/")).timestamp ? (@.type() == "number")'
    ) as entry
    where (entry #>> '{}')::numeric <= extract(epoch from now()) + 60
  );
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'nobody is signed in';
  end if;
  if signed_in_at is null or signed_in_at < extract(epoch from now()) - 600 then
    raise insufficient_privilege using
      message = 'the sign-in is too long ago',
      hint = 'Sign in again, and delete the account within ten minutes.';
  end if;
  if not public.is_second_factor_given() then
    raise insufficient_privilege using message = 'the second factor is missing';
  end if;
  perform public.delete_account(auth.uid());
end $$;

revoke all on function public.delete_my_account() from public;
