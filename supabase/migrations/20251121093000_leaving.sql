-- A family can leave, and take everything with it.

-- Everything of an account goes with its row, in one transaction. The counter of its changes is locked first, as every
-- write does before it looks at the account: in the other order the two could wait for each other.
create function public.delete_account(account_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_sync_state(account_id);
  delete from auth.users where id = account_id;
  -- A server that listens forgets the account's sessions at once, and answers who waits for changes.
  perform pg_notify('nana_leaving', account_id::text);
end $$;

-- For the caller's own account, and only soon after a sign-in: a phone that lies about unlocked, or a stolen token,
-- must not be enough. `amr` lists the ways of having signed in with their times; a renewed token keeps them. Where the
-- account has a second factor, it is asked for too.
create function public.delete_my_account() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  signed_in_at numeric := (
    select max((entry #>> '{}')::numeric)
    from jsonb_path_query(claims, '$.amr[*] ? (@.method != "token_refresh").timestamp ? (@.type() == "number")') as entry
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

-- A phone whose session ended asks whether its account is gone, and then keeps nothing of it. It has no token any more,
-- so anyone may ask; an id can't be guessed, and says nothing else.
create function public.account_exists(account_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from auth.users where id = account_id and deleted_at is null);
$$;

-- Said in full, because new functions of a hosted project start out open.
revoke all on function public.delete_account(uuid), public.delete_my_account(), public.account_exists(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.delete_my_account() to authenticated;
grant execute on function public.account_exists(uuid) to anon, authenticated;
