-- A change by a session without the second factor that its account has found no row, as they are hidden from it, and
-- was answered as if it were made: a phone forgot it. It is told now to sign in, keeps the change, and sends it again.
-- Otherwise as before.
create or replace function public.lock_before_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  family uuid;
  last_counter uuid := caller;
  has_own boolean := false;
begin
  if caller is not null and pg_trigger_depth() = 1 then
    -- Before the counters, so that nobody waits for who may write nothing.
    if not public.is_second_factor_given() then
      raise sqlstate 'PT401' using message = 'the second factor is missing';
    end if;
    for family in
      select user_id from public.sync_state
      where user_id = any (
        array(select g.family_id from public.access_grants as g
          where g.account_id = caller and g.role = 'carer' and g.ended_at is null)
        || caller
      )
      order by user_id for update
    loop
      has_own := has_own or family = caller;
      last_counter := greatest(last_counter, family);
    end loop;
    -- The counter that the first write makes is waited for by nobody else: whoever lets somebody in has one already.
    if not has_own then
      perform public.lock_sync_state(caller);
    end if;
    perform set_config('nana.last_counter', last_counter::text, true);
  end if;
  return null;
end $$;
