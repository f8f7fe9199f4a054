-- A change by a session without the second factor that its account has found no row, as they are hidden from it, and
-- was answered as if it were made: a phone forgot it. It is told now to sign in, keeps the change, and sends it again.
-- A carer whose access is over by the clock sees no row of the family any more, and has its counter no more either:
-- they could hold up all that it saves for as long as a statement may last, again and again. Otherwise as before.
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
          where g.account_id = caller and g.role = 'carer' and g.ended_at is null
            and (g.until is null or g.until > now()))
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

create or replace function public.lock_counter_of_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  last_counter constant uuid := nullif(current_setting('nana.last_counter', true), '');
begin
  if last_counter = new.user_id then
    return new;
  end if;
  -- No stranger waits for a family, or keeps it waiting: the next trigger refuses the row. That one asks all that there
  -- is to ask, which may be another answer after the wait.
  if new.user_id is distinct from auth.uid() and current_setting('role', true) in ('anon', 'authenticated')
    and not exists (
      select from public.access_grants as g
      where g.family_id = new.user_id and g.account_id = auth.uid() and g.role = 'carer' and g.ended_at is null
        and (g.until is null or g.until > now())
    )
  then
    return new;
  end if;
  if last_counter > new.user_id then
    perform from public.sync_state where user_id = new.user_id for update skip locked;
    if found then
      return new;
    end if;
    -- A status by which a client sends it again, and not an error of the server's.
    if exists (select from public.sync_state where user_id = new.user_id) then
      raise sqlstate 'PT429' using
        message = 'another change of one of these families is under way',
        hint = 'Send it again, or the rows of each family by themselves.';
    end if;
  end if;
  perform public.lock_sync_state(new.user_id);
  perform set_config('nana.last_counter', greatest(last_counter, new.user_id)::text, true);
  return new;
end $$;
