-- Writes that may arrive twice count once, and a device that was away learns what changed without reading everything.
--
--   op_id         A change carries an id made by the phone. The first time it is noted in sync_ops, in the transaction
--                 of the change itself; a replay of it skips the row and still succeeds. Without op_id: a plain write.
--   rev           Every change takes the next number of its user. The counter's row is locked before anything is read
--                 or numbered, so one user's numbers become visible in order: no reader sees 6 while 5 may still come.
--                 To catch up, read sync_state.rev first, then all rows and tombstones with a rev above the last one.
--   deleted_rows  What is gone, so that other devices can forget it. A sleep record that was deleted can't come back
--                 (23505). The one row per user of baby_info and sleep_plans can, and its tombstone goes then.
--
-- What a client sends as rev, created_at or updated_at is ignored, and so is another id in an update. Moving a row to
-- another user is refused (42501).

create table public.sync_state (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  rev bigint not null default 0
);

create table public.sync_ops (
  user_id uuid not null references auth.users (id) on delete cascade,
  op_id uuid not null,
  noted_by xid8 not null default pg_current_xact_id(),
  primary key (user_id, op_id)
);

create table public.deleted_rows (
  user_id uuid not null references auth.users (id) on delete cascade,
  table_name text not null,
  id uuid not null,
  rev bigint not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, table_name, id)
);
create index deleted_rows_rev_idx on public.deleted_rows (user_id, rev);

alter table public.baby_info add column rev bigint not null default 0, add column op_id uuid;
alter table public.sleep_plans add column rev bigint not null default 0, add column op_id uuid;
alter table public.sleep_records add column rev bigint not null default 0, add column op_id uuid;
create index sleep_records_rev_idx on public.sleep_records (user_id, rev);

comment on column public.baby_info.op_id is 'Written only: the id of the change. Always null at rest.';
comment on column public.sleep_plans.op_id is 'Written only: the id of the change. Always null at rest.';
comment on column public.sleep_records.op_id is 'Written only: the id of the change. Always null at rest.';

alter table public.sync_state enable row level security;
alter table public.sync_ops enable row level security;
alter table public.deleted_rows enable row level security;

create policy "own row: read" on public.sync_state for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own rows: read" on public.deleted_rows for select to authenticated
  using (user_id = (select auth.uid()));

revoke all on public.sync_state, public.sync_ops, public.deleted_rows from public, anon, authenticated, service_role;
grant select on public.sync_state, public.deleted_rows to authenticated, service_role;

-- The functions below are called by the triggers only, and so with the rights and the search path of these.

-- Locks the user's counter until the transaction ends, making it on the first write. Nothing happens for an account
-- that no longer exists: the foreign key of the row itself then says so.
create function public.lock_sync_state(owner_id uuid) returns void
language plpgsql
as $$
begin
  perform from public.sync_state where user_id = owner_id for update;
  if not found then
    insert into public.sync_state (user_id) select id from auth.users where id = owner_id
    on conflict do nothing;
    perform from public.sync_state where user_id = owner_id for update;
  end if;
end $$;

create function public.next_rev(owner_id uuid) returns bigint
language plpgsql
as $$
declare
  next bigint;
begin
  update public.sync_state set rev = rev + 1 where user_id = owner_id returning rev into next;
  return coalesce(next, 0);
end $$;

-- The change was made by an earlier transaction. One change may touch several rows: those of the transaction that noted
-- it are no replays.
create function public.is_replay(owner_id uuid, op uuid) returns boolean
language plpgsql
as $$
begin
  return op is not null and exists (
    select from public.sync_ops
    where user_id = owner_id and op_id = op and noted_by <> pg_current_xact_id()
  );
end $$;

create function public.note_op(owner_id uuid, op uuid) returns void
language plpgsql
as $$
begin
  if op is not null then
    insert into public.sync_ops (user_id, op_id) select owner_id, op from auth.users where id = owner_id
    on conflict do nothing;
  end if;
end $$;

-- BEFORE triggers run ahead of the policies. A row that isn't the caller's is left alone for them to refuse: nothing of
-- its owner's is read or locked. (Only these two request roles are under the policies.)
create function public.is_foreign(owner_id uuid) returns boolean
language plpgsql
as $$
begin
  return owner_id is null
    or (owner_id is distinct from auth.uid() and current_setting('role', true) in ('anon', 'authenticated'));
end $$;

-- Before a statement locks any row, it locks its caller's counter. Taking the two in the other order, two statements
-- over several rows could wait for each other.
create function public.lock_before_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform public.lock_sync_state(auth.uid());
  end if;
  return null;
end $$;

create function public.before_row_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  taken boolean;
begin
  if public.is_foreign(new.user_id) then
    return new;
  end if;
  perform public.lock_sync_state(new.user_id);
  if public.is_replay(new.user_id, new.op_id) then
    return null;
  end if;
  new.created_at := now();
  new.updated_at := now();
  new.rev := 0;

  -- A row in the way means that this insert adds nothing: it fails, is ignored, or turns into an update, which then
  -- finds the op in `excluded` and notes it. Noting it here would lose the change of an insert that is ignored now and
  -- sent again when the way is free.
  taken := case tg_table_name
    when 'sleep_records' then
      exists (select from public.sleep_records where user_id = new.user_id and id = new.id)
    when 'sleep_plans' then exists (select from public.sleep_plans where user_id = new.user_id)
    else exists (select from public.baby_info where user_id = new.user_id)
  end;
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

  perform public.note_op(new.user_id, new.op_id);
  new.op_id := null;
  new.rev := public.next_rev(new.user_id);
  return new;
end $$;

create function public.before_row_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.user_id is distinct from old.user_id then
    if public.is_foreign(new.user_id) then
      return new;
    end if;
    raise insufficient_privilege using message = format('a row of "%s" stays with its user', tg_table_name);
  end if;
  perform public.lock_sync_state(old.user_id);

  if public.is_replay(old.user_id, new.op_id) then
    return null;
  end if;
  perform public.note_op(old.user_id, new.op_id);
  new.op_id := null;
  new.id := old.id;
  new.created_at := old.created_at;
  new.updated_at := now();
  new.rev := public.next_rev(old.user_id);
  return new;
end $$;

create function public.after_row_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Deleting an account takes its rows along, and nobody is left to tell.
  if exists (select from auth.users where id = old.user_id) then
    perform public.lock_sync_state(old.user_id);
    insert into public.deleted_rows (user_id, table_name, id, rev)
    values (old.user_id, tg_table_name, old.id, public.next_rev(old.user_id));
  end if;
  return null;
end $$;

-- Triggers fire without the privilege; nobody has a reason to call these.
revoke all on function
  public.lock_sync_state, public.next_rev, public.is_replay, public.note_op, public.is_foreign,
  public.lock_before_statement, public.before_row_insert, public.before_row_update, public.after_row_delete
from public, anon, authenticated, service_role;

create trigger a_lock before insert or update or delete on public.baby_info
  for each statement execute function public.lock_before_statement();
create trigger b_insert before insert on public.baby_info
  for each row execute function public.before_row_insert();
create trigger b_update before update on public.baby_info
  for each row execute function public.before_row_update();
create trigger c_delete after delete on public.baby_info
  for each row execute function public.after_row_delete();

create trigger a_lock before insert or update or delete on public.sleep_plans
  for each statement execute function public.lock_before_statement();
create trigger b_insert before insert on public.sleep_plans
  for each row execute function public.before_row_insert();
create trigger b_update before update on public.sleep_plans
  for each row execute function public.before_row_update();
create trigger c_delete after delete on public.sleep_plans
  for each row execute function public.after_row_delete();

create trigger a_lock before insert or update or delete on public.sleep_records
  for each statement execute function public.lock_before_statement();
create trigger b_insert before insert on public.sleep_records
  for each row execute function public.before_row_insert();
create trigger b_update before update on public.sleep_records
  for each row execute function public.before_row_update();
create trigger c_delete after delete on public.sleep_records
  for each row execute function public.after_row_delete();
