-- Whoever has written as a carer and only reads now may have missed the answer. Sent again, the change was refused,
-- although it had been made: the phone kept it among what was never taken. A known change is answered as one before it
-- is asked who may write, to those who read the family; nobody else learns which changes it knows.

create function public.is_replay_by_reader(family uuid, op uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  return family = any (public.families_i_read()) and public.is_replay(family, op);
end $$;

-- Otherwise as before.
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
    if public.is_replay_by_reader(new.user_id, new.op_id) then
      return null;
    end if;
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

create or replace function public.before_row_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.user_id is distinct from old.user_id then
    if public.is_foreign(new.user_id) then
      perform public.refuse_row(tg_table_name);
    end if;
    raise insufficient_privilege using message = format('a row of "%s" stays with its user', tg_table_name);
  end if;
  if old.user_id is distinct from auth.uid() then
    if public.is_foreign(old.user_id) then
      if public.is_replay_by_reader(old.user_id, new.op_id) then
        return null;
      end if;
      perform public.refuse_row(tg_table_name);
    end if;
    perform public.lock_sync_state(old.user_id);
  end if;
  if tg_table_name = 'sleep_records' then
    new.logged_by := old.logged_by;
  end if;

  if new.op_id is not null then
    if exists (
      select from public.sync_ops
      where user_id = old.user_id and op_id = new.op_id and noted_by <> pg_current_xact_id()
    ) then
      return null;
    end if;
    insert into public.sync_ops (user_id, op_id) select old.user_id, new.op_id from auth.users where id = old.user_id
    on conflict do nothing;
    new.op_id := null;
  end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.updated_at := now();
  new.rev := public.next_rev(old.user_id);
  return new;
end $$;

revoke all on function public.is_replay_by_reader from public, anon, authenticated, service_role;
