-- An insert takes only the counters of the families whose rows it writes. Until now every statement took those of all
-- families that are open to its caller: an insert into one family waited for whoever wrote in another, and paid for the
-- search.
--
-- An update or a deletion locks its rows before a trigger sees them, so it goes on taking all counters first. The
-- trigger of an inserted row runs before anything of that row is locked. That of the first row waits for its family's
-- counter while the statement has no other. When rows of a further family follow, their counter is waited for only if
-- it comes later in the order in which all statements take counters; one that comes earlier is taken if it is free.
-- Nobody who waits has a later counter than the one waited for, so nobody waits in a circle. Which of them comes last
-- of those that a transaction has stands in the setting nana.last_counter, which ends with it.
create function public.lock_counter_of_row() returns trigger
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

-- An upsert counts as an update too, and so takes all counters before its rows come. What the deletion of an account
-- takes along is that account's own, whose counter the deletion has: others would be taken after it, in no order.
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

-- As before, but that the first of these triggers has locked the counter.
create or replace function public.before_row_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  taken boolean;
begin
  if new.user_id is null then
    return new;
  end if;
  if new.user_id is distinct from caller and public.is_foreign(new.user_id) then
    perform public.refuse_row(tg_table_name);
  end if;
  if tg_table_name = 'sleep_records' and caller is not null then
    new.logged_by := nullif(caller, new.user_id);
  end if;
  if new.op_id is not null and exists (
    select from public.sync_ops
    where user_id = new.user_id and op_id = new.op_id and noted_by <> pg_current_xact_id()
  ) then
    return null;
  end if;
  new.created_at := now();
  new.updated_at := now();
  new.rev := 0;

  -- A row in the way means that this insert adds nothing: it fails, is ignored, or turns into an update, which then
  -- finds the op in `excluded` and notes it. Noting it here would lose the change of an insert that is ignored now and
  -- sent again when the way is free.
  if tg_table_name = 'sleep_records' then
    taken := exists (select from public.sleep_records where user_id = new.user_id and id = new.id);
  elsif tg_table_name = 'sleep_plans' then
    taken := exists (select from public.sleep_plans where user_id = new.user_id);
  else
    taken := exists (select from public.baby_info where user_id = new.user_id);
  end if;
  if taken then
    return new;
  end if;

  if exists (
    select from public.deleted_rows
    where user_id = new.user_id and table_name = tg_table_name and id = new.id
  ) then
    if tg_table_name = 'sleep_records' then
      raise unique_violation using
        message = format('a row of "%s" with this id was deleted', tg_table_name),
        hint = 'Send the row with a new id.';
    end if;
    delete from public.deleted_rows
    where user_id = new.user_id and table_name = tg_table_name and id = new.id;
  end if;

  if new.op_id is not null then
    insert into public.sync_ops (user_id, op_id) select new.user_id, new.op_id from auth.users where id = new.user_id
    on conflict do nothing;
    new.op_id := null;
  end if;
  new.rev := public.next_rev(new.user_id);
  return new;
end $$;

revoke all on function public.lock_counter_of_row from public, anon, authenticated, service_role;

-- By its name it runs first: also what counts taps reads what was noted under the counter.
drop trigger a_lock on public.baby_info;
create trigger a_lock before update or delete on public.baby_info
  for each statement execute function public.lock_before_statement();
create trigger a_counter before insert on public.baby_info
  for each row execute function public.lock_counter_of_row();
drop trigger a_lock on public.sleep_plans;
create trigger a_lock before update or delete on public.sleep_plans
  for each statement execute function public.lock_before_statement();
create trigger a_counter before insert on public.sleep_plans
  for each row execute function public.lock_counter_of_row();
drop trigger a_lock on public.sleep_records;
create trigger a_lock before update or delete on public.sleep_records
  for each statement execute function public.lock_before_statement();
create trigger a_counter before insert on public.sleep_records
  for each row execute function public.lock_counter_of_row();
