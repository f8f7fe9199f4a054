-- A family lets other accounts in (decision 052). The family is the account that the log belongs to: `user_id` of every
-- row stays its id, and whoever was let in names it there. What one of them may do is asked of two functions, by all
-- policies and triggers alike; a statement calls each of them once.

create table public.access_grants (
  family_id uuid not null references auth.users (id) on delete cascade,
  -- No foreign key: what somebody has logged keeps its name after their account is gone.
  account_id uuid not null,
  -- A carer reads and writes; a viewer and a consultant read.
  role text not null
    constraint access_grants_role_check check (role in ('carer', 'viewer', 'consultant')),
  -- What the family calls this person, as «Abuela».
  name text not null
    constraint access_grants_name_check check (char_length(name) between 1 and 40 and name ~ '\S'),
  granted_at timestamptz not null default now(),
  -- From then on nothing is open; null: until it is ended.
  until timestamptz,
  ended_at timestamptz,
  last_seen_at timestamptz,
  primary key (family_id, account_id),
  constraint access_grants_not_to_itself check (family_id <> account_id)
);
create index access_grants_account_idx on public.access_grants (account_id);

create table public.access_invitations (
  id uuid not null default gen_random_uuid() primary key,
  family_id uuid not null references auth.users (id) on delete cascade,
  -- The token itself is known only to whoever holds the link.
  token_hash bytea not null unique,
  role text not null
    constraint access_invitations_role_check check (role in ('carer', 'viewer', 'consultant')),
  name text not null
    constraint access_invitations_name_check check (char_length(name) between 1 and 40 and name ~ '\S'),
  -- Of the grant that it becomes.
  until timestamptz,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  -- Whoever has used it up. The row stays a while, so that they hear the same answer if the first one was lost.
  taken_by uuid
);
create index access_invitations_family_idx on public.access_invitations (family_id);

-- What became of whom, for the family to read.
create table public.access_history (
  id uuid not null default gen_random_uuid() primary key,
  family_id uuid not null references auth.users (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  event text not null constraint access_history_event_check
    check (event in ('invited', 'withdrawn', 'joined', 'changed', 'ended', 'left')),
  -- Null: an invitation that nobody has taken yet.
  account_id uuid,
  role text not null,
  name text not null,
  until timestamptz
);
create index access_history_family_idx on public.access_history (family_id, at);

-- What the account of the family itself is called where others log too.
alter table public.baby_info add column owner_name text
  constraint baby_info_owner_name_check check (char_length(owner_name) between 1 and 40 and owner_name ~ '\S');

-- The account that has logged it. Null: the family's own, as all were before there could be several; or an
-- administrator.
alter table public.sleep_records add column logged_by uuid;

-- The number of the family's latest change of access, so that a phone knows when to ask who may do what.
alter table public.sync_state add column access_rev bigint not null default 0;

-- What is no date, as an account's data may hold, is never past.
create function public.is_past(moment text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return moment::timestamptz <= now();
exception when data_exception then
  return false;
end $$;

-- Whether the account is one whose diary can be opened: it isn't deleted or disabled, and its trial isn't over.
create function public.is_account_open(account uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from auth.users as u
    where u.id = account and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $$;

-- The families of others whose rows the caller reads: those that let it in. One query asks all their accounts, because
-- statements wait for it; not in SQL, because that is planned anew by every statement before PostgreSQL 18.
create function public.families_i_read() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select g.family_id from public.access_grants as g join auth.users as u on u.id = g.family_id
    where g.account_id = auth.uid() and g.ended_at is null and (g.until is null or g.until > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $$;

-- The families of others whose rows the caller writes: those whose carer it is.
create function public.families_i_write() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select g.family_id from public.access_grants as g join auth.users as u on u.id = g.family_id
    where g.account_id = auth.uid() and g.ended_at is null and (g.until is null or g.until > now()) and g.role = 'carer'
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $$;

-- Whether the caller may not write this family's rows. Requests without a role are the server's own.
create or replace function public.is_foreign(owner_id uuid) returns boolean
language plpgsql
as $$
begin
  if owner_id is null then
    return true;
  end if;
  return owner_id is distinct from auth.uid()
    and current_setting('role', true) in ('anon', 'authenticated')
    and not coalesce(owner_id = any (public.families_i_write()), false);
end $$;

-- A statement may write rows of each family that is open to the caller, so it takes all their counters before it locks
-- any row: always in the same order, so that two statements never wait for each other.
create or replace function public.lock_before_statement() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  family uuid;
  has_own boolean := false;
begin
  if caller is not null then
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
    end loop;
    -- The counter that the first write makes is waited for by nobody else: whoever lets somebody in has one already.
    if not has_own then
      perform public.lock_sync_state(caller);
    end if;
  end if;
  return null;
end $$;

-- The words of the policies, for a row that isn't the caller's to write.
create function public.refuse_row(table_name text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise insufficient_privilege using
    message = format('new row violates row-level security policy for table "%s"', table_name);
end $$;

-- The policies judge by what was so when the statement began, and it may have waited for the counter while the family
-- took the access back: the triggers would then leave alone, without a number, a row that the policies let through. So
-- the triggers refuse whoever has no access now. They also say who has logged a record: nobody logs in another's name,
-- and whoever corrects a record doesn't become the one who logged it. No trigger of its own does either, because a
-- condition that asks for the caller costs each statement more than these functions do.
-- Otherwise as before, but that the caller's own counter, which the statement has locked already, isn't locked again
-- for each row, and that nothing else is called: what a call costs is what asking for access costs.
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
  if new.user_id is distinct from caller then
    if public.is_foreign(new.user_id) then
      perform public.refuse_row(tg_table_name);
    end if;
    perform public.lock_sync_state(new.user_id);
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

-- Whoever reads a row without being allowed to write it is refused, and not told that there was nothing to delete: a
-- phone keeps what was refused, to show it.
create or replace function public.after_row_delete() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if public.is_foreign(old.user_id) then
    raise insufficient_privilege using
      message = format('deleting violates row-level security policy for table "%s"', tg_table_name);
  end if;
  -- Deleting an account takes its rows along, and nobody is left to tell.
  if exists (select from auth.users where id = old.user_id) then
    perform public.lock_sync_state(old.user_id);
    insert into public.deleted_rows (user_id, table_name, id, rev)
    values (old.user_id, tg_table_name, old.id, public.next_rev(old.user_id));
  end if;
  return null;
end $$;

-- An update or a deletion finds every row that the caller reads, so that whoever may only read is refused (42501). Were
-- the row hidden, the answer would be that nothing was there to change, and the phone would forget the change.
drop policy "own row: read" on public.baby_info;
drop policy "own row: insert" on public.baby_info;
drop policy "own row: update" on public.baby_info;
drop policy "own row: delete" on public.baby_info;
create policy "open families: read" on public.baby_info for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));
create policy "open families: insert" on public.baby_info for insert to authenticated
  with check (user_id = (select auth.uid()) or user_id = any ((select public.families_i_write())::uuid[]));
create policy "open families: update" on public.baby_info for update to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]))
  with check (user_id = (select auth.uid()) or user_id = any ((select public.families_i_write())::uuid[]));
create policy "open families: delete" on public.baby_info for delete to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));

drop policy "own row: read" on public.sleep_plans;
drop policy "own row: insert" on public.sleep_plans;
drop policy "own row: update" on public.sleep_plans;
drop policy "own row: delete" on public.sleep_plans;
create policy "open families: read" on public.sleep_plans for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));
create policy "open families: insert" on public.sleep_plans for insert to authenticated
  with check (user_id = (select auth.uid()) or user_id = any ((select public.families_i_write())::uuid[]));
create policy "open families: update" on public.sleep_plans for update to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]))
  with check (user_id = (select auth.uid()) or user_id = any ((select public.families_i_write())::uuid[]));
create policy "open families: delete" on public.sleep_plans for delete to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));

drop policy "own rows: read" on public.sleep_records;
drop policy "own rows: insert" on public.sleep_records;
drop policy "own rows: update" on public.sleep_records;
drop policy "own rows: delete" on public.sleep_records;
create policy "open families: read" on public.sleep_records for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));
create policy "open families: insert" on public.sleep_records for insert to authenticated
  with check (user_id = (select auth.uid()) or user_id = any ((select public.families_i_write())::uuid[]));
create policy "open families: update" on public.sleep_records for update to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]))
  with check (user_id = (select auth.uid()) or user_id = any ((select public.families_i_write())::uuid[]));
create policy "open families: delete" on public.sleep_records for delete to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));

drop policy "own row: read" on public.sync_state;
create policy "open families: read" on public.sync_state for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));
drop policy "own rows: read" on public.deleted_rows;
create policy "open families: read" on public.deleted_rows for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any ((select public.families_i_read())::uuid[]));

-- The family's own account reads the history. Everything else is read and written by the functions below alone.
alter table public.access_grants enable row level security;
alter table public.access_invitations enable row level security;
alter table public.access_history enable row level security;
create policy "own family: read" on public.access_history for select to authenticated
  using (family_id = (select auth.uid()));
create policy "second factor" on public.access_history as restrictive to authenticated
  using ((select public.is_second_factor_given()));
revoke all on public.access_grants, public.access_invitations, public.access_history
  from public, anon, authenticated, service_role;
grant select on public.access_history to authenticated, service_role;

-- What is written in the history stays, until the family's account is gone with all it had.
create function public.guard_access_history() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' and not exists (select from auth.users where id = old.family_id) then
    return old;
  end if;
  raise insufficient_privilege using message = 'the history of access only grows';
end $$;
create trigger access_history_only_grows before update or delete on public.access_history
  for each row execute function public.guard_access_history();

-- Throws unless the caller is signed in with all that its account asks for. Returns its id.
create function public.signed_in_account() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'nobody is signed in';
  end if;
  if not public.is_second_factor_given() then
    raise insufficient_privilege using message = 'the second factor is missing';
  end if;
  return auth.uid();
end $$;

-- Before a grant changes, the counters of both accounts are locked, in the order in which every statement locks them.
-- They are made where there are none yet: a phone that has seen no number has to hear of the change by its first one.
create function public.lock_for_access(family uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_sync_state(least(family, account));
  perform public.lock_sync_state(greatest(family, account));
end $$;

-- Tells the phones of a family that somebody may do something else now, and that person's phones, which may be showing
-- their own diary: by the next number of each. It is taken also when all changes are used up, because whoever used
-- them up can be sent away.
create function public.tell_access_change(family uuid, account uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.sync_state set rev = rev + 1, access_rev = rev + 1 where user_id in (family, account);
end $$;

-- The open invitation of a link; no row: it was used, withdrawn, is too old, or was never one.
create function public.invitation_of(token text) returns public.access_invitations
language sql stable security definer set search_path = ''
as $$
  select i from public.access_invitations as i
  where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now() and i.taken_by is null
    and public.is_account_open(i.family_id)
$$;

-- The families that the caller can open, its own first: [{family_id, baby_name, owner_name, role, until, is_open,
-- is_untouched, access_rev, people, invitations}]. `people` are those who were ever let in, for the sake of the records
-- that they have logged: [{account_id, name, role, granted_at, until, ended_at, last_seen_at}]; a consultant is told of
-- none. `invitations` are the open ones, for the family itself: [{id, name, role, until, invited_at, expires_at}].
create function public.my_families() returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_account();
begin
  update public.access_grants set last_seen_at = now()
  where account_id = caller and ended_at is null
    and (last_seen_at is null or last_seen_at < now() - interval '10 minutes');
  return (
    select jsonb_agg(jsonb_build_object(
      'family_id', f.family_id,
      'baby_name', b.name,
      'owner_name', b.owner_name,
      'role', f.role,
      'until', f.until,
      'is_open', public.is_account_open(f.family_id),
      'is_untouched', f.role = 'owner'
        and not exists (select from public.sleep_records as r where r.user_id = caller)
        and not exists (select from public.deleted_rows as d where d.user_id = caller)
        and not exists (select from public.access_history as h where h.family_id = caller)
        and not exists (
          select from public.baby_info as t
          where t.user_id = caller and (t.updated_at <> t.created_at or t.birth_date_known)
        )
        and not exists (
          select from public.sleep_plans as t where t.user_id = caller and t.updated_at <> t.created_at
        ),
      'access_rev', coalesce(s.access_rev, 0),
      'people', case when f.role = 'consultant' then '[]'::jsonb else coalesce((
        select jsonb_agg(jsonb_build_object(
          'account_id', p.account_id,
          'name', p.name,
          'role', p.role,
          'granted_at', p.granted_at,
          'until', p.until,
          'ended_at', case
            when p.ended_at is null and p.until <= now() then p.until
            when p.ended_at is null and not exists (
              select from auth.users as u where u.id = p.account_id and u.deleted_at is null
            ) then p.granted_at
            else p.ended_at
          end,
          'last_seen_at', p.last_seen_at
        ) order by p.granted_at, p.account_id)
        from public.access_grants as p where p.family_id = f.family_id
      ), '[]'::jsonb) end,
      'invitations', case when f.role <> 'owner' then '[]'::jsonb else coalesce((
        select jsonb_agg(to_jsonb(i) - '{token_hash,family_id,taken_by}'::text[] order by i.invited_at, i.id)
        from public.access_invitations as i
        where i.family_id = caller and i.expires_at > now() and i.taken_by is null
      ), '[]'::jsonb) end
    ) order by f.role <> 'owner', f.granted_at, f.family_id)
    from (
      select caller as family_id, 'owner' as role, null::timestamptz as until, null::timestamptz as granted_at
      union all
      select g.family_id, g.role, g.until, g.granted_at from public.access_grants as g
      where g.account_id = caller and g.ended_at is null and (g.until is null or g.until > now())
    ) as f
    left join public.baby_info as b on b.user_id = f.family_id
    left join public.sync_state as s on s.user_id = f.family_id
  );
end $$;

-- Invites somebody into the caller's family. The answer alone has the token: {id, token, expires_at}.
create function public.invite_to_family(role text, name text, until timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  made public.access_invitations;
  invited integer;
  let_in integer;
begin
  perform public.lock_sync_state(family);
  delete from public.access_invitations as i where i.family_id = family and i.expires_at <= now();
  select count(*) into invited from public.access_invitations as i where i.family_id = family and i.taken_by is null;
  select count(*) into let_in from public.access_grants as g
  where g.family_id = family and g.ended_at is null and (g.until is null or g.until > now())
    and exists (select from auth.users as u where u.id = g.account_id and u.deleted_at is null);
  if invited >= 10 or invited + let_in >= 20
    or (select count(*) from public.access_history as h
        where h.family_id = family and h.event = 'invited' and h.at > now() - interval '1 day') >= 30
  then
    raise check_violation using message = 'this family has invited as many as it can';
  end if;
  insert into public.access_invitations (family_id, token_hash, role, name, until)
  values (family, sha256(convert_to(token, 'UTF8')), $1, btrim($2), $3)
  returning * into made;
  insert into public.access_history (family_id, event, role, name, until)
  values (family, 'invited', made.role, made.name, made.until);
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
end $$;

-- What an invitation's link is about: {baby_name, owner_name, name, role, until, expires_at}; null when it is no more.
-- Whoever holds the link may ask.
create function public.look_at_invitation(token text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'baby_name', b.name, 'owner_name', b.owner_name, 'name', i.name, 'role', i.role, 'until', i.until,
    'expires_at', i.expires_at
  )
  from public.invitation_of(token) as i left join public.baby_info as b on b.user_id = i.family_id
  where i.id is not null
$$;

-- Takes an invitation, which is used up by it: {family_id}, or {refused}: 'gone', or 'own' for the family itself.
-- Whoever has taken it and is still in hears the same again.
create function public.accept_invitation(token text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_account();
  found_first public.access_invitations := public.invitation_of(token);
  taken public.access_invitations;
  family uuid;
begin
  if found_first.family_id = caller then
    return jsonb_build_object('refused', 'own');
  end if;
  if found_first.id is not null then
    perform public.lock_for_access(found_first.family_id, caller);
    -- Only one of two that open the same link at once finds it free.
    update public.access_invitations set taken_by = caller where id = found_first.id and taken_by is null
    returning * into taken;
  end if;
  if taken.id is null then
    select g.family_id into family from public.access_invitations as i
    join public.access_grants as g on g.family_id = i.family_id and g.account_id = caller and g.ended_at is null
    where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.taken_by = caller;
    return case when found then jsonb_build_object('family_id', family) else jsonb_build_object('refused', 'gone') end;
  end if;
  insert into public.access_grants (family_id, account_id, role, name, until)
  values (taken.family_id, caller, taken.role, taken.name, taken.until)
  on conflict (family_id, account_id) do update set
    role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (taken.family_id, 'joined', caller, taken.role, taken.name, taken.until);
  perform public.tell_access_change(taken.family_id, caller);
  return jsonb_build_object('family_id', taken.family_id);
end $$;

-- Takes back an invitation of the caller's family that nobody has used yet.
create function public.withdraw_invitation(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  gone public.access_invitations;
begin
  -- As every change of a family does, before it locks any other row.
  perform public.lock_sync_state(family);
  delete from public.access_invitations as i where i.id = $1 and i.family_id = family and i.taken_by is null
  returning * into gone;
  if found then
    insert into public.access_history (family_id, event, role, name, until)
    values (family, 'withdrawn', gone.role, gone.name, gone.until);
  end if;
end $$;

-- Whether a family has let an account in. It is asked before anything is locked: no stranger keeps a family waiting.
create function public.is_let_in(family uuid, account uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.access_grants as g
    where g.family_id = family and g.account_id = account and g.ended_at is null
  )
$$;

-- Changes what somebody who is in may do in the caller's family, what they are called, and until when they are in.
create function public.change_access(account_id uuid, role text, name text, until timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
begin
  if not public.is_let_in(family, account_id) then
    return;
  end if;
  perform public.lock_for_access(family, account_id);
  -- The history only grows, so what can be written there in a day is limited, as it is by the number of invitations.
  if (select count(*) from public.access_history as h
      where h.family_id = family and h.event = 'changed' and h.at > now() - interval '1 day') >= 100
  then
    raise check_violation using message = 'this family has changed access as often as it can in a day';
  end if;
  update public.access_grants as g set role = $2, name = btrim($3), until = $4
  where g.family_id = family and g.account_id = $1 and g.ended_at is null;
  if found then
    insert into public.access_history (family_id, event, account_id, role, name, until)
    values (family, 'changed', $1, $2, btrim($3), $4);
    perform public.tell_access_change(family, account_id);
  end if;
end $$;

create function public.end_grant(family uuid, account uuid, how text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.is_let_in(family, account) then
    return;
  end if;
  perform public.lock_for_access(family, account);
  with gone as (
    update public.access_grants as g set ended_at = now()
    where g.family_id = family and g.account_id = account and g.ended_at is null
    returning g.*
  )
  insert into public.access_history (family_id, event, account_id, role, name, until)
  select g.family_id, how, g.account_id, g.role, g.name, g.until from gone as g;
  if found then
    perform public.tell_access_change(family, account);
  end if;
end $$;

-- Ends what the caller's family has granted to an account. Nothing is open to it from the end of this call on.
create function public.end_access(account_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.end_grant(public.signed_in_account(), account_id, 'ended');
end $$;

-- Leaves a family that has let the caller in.
create function public.leave_family(family_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.end_grant(family_id, public.signed_in_account(), 'left');
end $$;

-- Said in full, because new functions of a hosted project start out open.
revoke all on function
  public.is_past, public.is_account_open, public.families_i_read, public.families_i_write, public.refuse_row,
  public.guard_access_history, public.signed_in_account, public.lock_for_access, public.tell_access_change,
  public.invitation_of, public.is_let_in, public.my_families, public.invite_to_family, public.look_at_invitation, public.accept_invitation,
  public.withdraw_invitation, public.change_access, public.end_grant, public.end_access, public.leave_family
from public, anon, authenticated, service_role;
-- The policies call these two in the caller's name.
grant execute on function public.families_i_read, public.families_i_write to authenticated;
grant execute on function public.look_at_invitation to anon, authenticated;
grant execute on function
  public.my_families, public.invite_to_family, public.accept_invitation, public.withdraw_invitation,
  public.change_access, public.end_access, public.leave_family
to authenticated;
