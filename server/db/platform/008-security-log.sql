-- What happened to accounts and to the server, for whoever has to find out later: ours, not hosted Supabase's. No name,
-- address of mail, password or token is ever in it, and it outlives the account it speaks of. A copy goes without it,
-- and where accounts are made anew it stays.
create table if not exists nana.security_log (
  id uuid not null primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  event text not null check (event ~ '^[a-z_]{1,40}$'),
  account_id uuid,
  address inet,
  request_id text check (request_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  detail text check (detail ~ '^[A-Za-z0-9_/:. -]{1,80}$'),
  -- Equal events of one moment are one row.
  times integer not null default 1 check (times > 0)
);
create index if not exists security_log_at_idx on nana.security_log (at);

-- The table's owner could change its rows as well; so a statement that would rewrite the past fails for everybody.
create or replace function nana.guard_security_log() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_level = 'ROW' and current_setting('nana.retention', true) = 'on' then
    if tg_op = 'DELETE' and old.at < now() - interval '7 days' then
      return old;
    end if;
    if tg_op = 'UPDATE' and old.at < now() - interval '30 days' and new.address is null
      and to_jsonb(old) - 'address' = to_jsonb(new) - 'address' then
      return new;
    end if;
  end if;
  raise exception 'nana.security_log only grows' using errcode = '42501';
end
$$;
create or replace trigger security_log_only_grows before update or delete on nana.security_log
  for each row execute function nana.guard_security_log();
create or replace trigger security_log_is_never_emptied before truncate on nana.security_log
  for each statement execute function nana.guard_security_log();

-- The one way for a row to go, and for the caller's address in it to go before that.
create or replace function nana.prune_security_log(keep_days integer) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('nana.retention', 'on', true);
  delete from nana.security_log where at < now() - make_interval(days => greatest(keep_days, 7));
  update nana.security_log set address = null where address is not null and at < now() - interval '30 days';
  perform set_config('nana.retention', 'off', true);
end
$$;

revoke all on nana.security_log from public, anon, authenticated, service_role;
revoke all on function nana.guard_security_log(), nana.prune_security_log(integer)
  from public, anon, authenticated, service_role;
