-- Otherwise as before, but that an account which somebody else is just deleting is waited for, and deleted by both.
create or replace function public.delete_account(account_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  begin
    perform public.lock_sync_state(account_id);
  exception when foreign_key_violation then
    return;
  end;
  delete from auth.users where id = account_id;
  -- A server that listens forgets the account's sessions at once, and answers who waits for changes.
  perform pg_notify('nana_leaving', account_id::text);
end $$;
