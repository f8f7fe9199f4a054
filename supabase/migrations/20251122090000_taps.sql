-- One touch counts a waking, a feeding or a diaper change while a sleep runs, and its time is kept.
--
--   taps  What was touched: a list of {"id", "kind", "time"}. The counts of the record include it, so that whoever
--         knows only the counts reads the truth. Two phones' taps add up; the same one arriving twice is one.
--   tap   A change of that list, written only: {"id", "kind", "time"} adds one, {"id", "undone": true} takes it back.
--         A tap taken back before it arrives stays out. "counted": true changes the list and not the count, as when two
--         entries of one sleep become one whose count is right already.
--
-- No count is lower than the taps of its kind, up to the count's own limit. A phone (known by its op_id) that writes a
-- count from what it knew doesn't make another's taps undone. Whoever writes a count without an op_id means it: then
-- the last taps go.

alter table public.sleep_records
  add column taps jsonb not null default '[]'
    -- The list of the entries that are well-formed is the list itself.
    constraint sleep_records_taps_check check (
      jsonb_path_exists(taps, 'strict $ ? (@.size() <= 120)', '{}', true)
      and jsonb_path_query_array(
        taps,
        'strict $[*] ? (
          @."id".type() == "string" && @."id" like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
          && (@."kind" == "wake_ups" || @."kind" == "feedings" || @."kind" == "diaper_changes")
          && @."time".type() == "string" && @."time" like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
          && !exists(@.keyvalue() ? (@."key" != "id" && @."key" != "kind" && @."key" != "time"))
        )',
        '{}', true
      ) = taps
    ),
  add column tap jsonb;

comment on column public.sleep_records.tap is 'Written only: a change of taps. Always null at rest.';

-- What is no list is left to the constraint.
create function public.tap_entries(taps jsonb) returns table (entry jsonb, place bigint)
language sql immutable set search_path = ''
as $$
  select t.entry, t.place
  from jsonb_array_elements(case jsonb_typeof(taps) when 'array' then taps else '[]' end)
    with ordinality as t (entry, place)
$$;

create function public.tap_total(taps jsonb, kind text) returns integer
language sql immutable set search_path = ''
as $$
  select count(*)::integer from public.tap_entries(taps) as t where t.entry ->> 'kind' = kind
$$;

-- The name by which a tap that was taken back is remembered, among the ids of changes.
create function public.tap_undone_id(record_id uuid, tap_id text) returns uuid
language sql immutable set search_path = ''
as $$
  select md5(record_id::text || ' ' || tap_id)::uuid
$$;

create function public.take_taps() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tap_id text := lower(new.tap ->> 'id');
  tap_kind text;
  step integer := case when (new.tap -> 'counted') = 'true' then 0 else 1 end;
  limits constant jsonb := '{"wake_ups": 10, "feedings": 99, "diaper_changes": 99}';
  is_said boolean := new.op_id is null and new.tap is null;
begin
  -- Somebody else's row, for the policies to refuse; or a change that came before, which the next trigger skips.
  if public.is_foreign(new.user_id) or (new.tap is not null and public.is_replay(new.user_id, new.op_id)) then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- A row in the way: an upsert goes on as an update, which is when the tap counts.
    if new.tap is not null and exists (
      select from public.sleep_records where user_id = new.user_id and id = new.id
    ) then
      return new;
    end if;
    is_said := false;
  elsif new.taps is distinct from old.taps then
    is_said := false;
  end if;

  if new.tap is not null then
    select t.entry ->> 'kind' into tap_kind from public.tap_entries(new.taps) as t where t.entry ->> 'id' = tap_id;
    if (new.tap -> 'undone') = 'true' then
      if found then
        new.taps := (
          select coalesce(jsonb_agg(t.entry order by t.place), '[]')
          from public.tap_entries(new.taps) as t where t.entry ->> 'id' is distinct from tap_id
        );
        step := -step;
      else
        step := 0;
        perform public.lock_sync_state(new.user_id);
        perform public.note_op(new.user_id, public.tap_undone_id(new.id, tap_id));
      end if;
    elsif found
      or (select count(*) from public.tap_entries(new.taps)) >= 120
      or exists (
        select from public.sync_ops
        where user_id = new.user_id and op_id = public.tap_undone_id(new.id, tap_id)
      )
    then
      step := 0;
    else
      tap_kind := new.tap ->> 'kind';
      new.taps := new.taps
        || jsonb_build_object('id', tap_id, 'kind', new.tap -> 'kind', 'time', new.tap -> 'time');
    end if;
    new.tap := null;
    if tap_kind = 'wake_ups' then
      new.wake_ups := least(greatest(new.wake_ups + step, 0), 10);
    elsif tap_kind = 'feedings' then
      new.feedings := least(greatest(new.feedings + step, 0), 99);
    elsif tap_kind = 'diaper_changes' then
      new.diaper_changes := least(greatest(new.diaper_changes + step, 0), 99);
    end if;
  end if;

  if is_said then
    new.taps := (
      select coalesce(jsonb_agg(t.entry order by t.place), '[]')
      from (
        select e.entry, e.place, row_number() over (partition by e.entry ->> 'kind' order by e.place) as turn
        from public.tap_entries(new.taps) as e
      ) as t
      where t.turn <= coalesce(nullif(
        case t.entry ->> 'kind'
          when 'wake_ups' then new.wake_ups when 'feedings' then new.feedings else new.diaper_changes
        end,
        (limits ->> (t.entry ->> 'kind'))::integer
      ), 120)
    );
  end if;
  if new.wake_ups >= 0 and new.wake_ups < least(public.tap_total(new.taps, 'wake_ups'), 10) then
    new.wake_ups := least(public.tap_total(new.taps, 'wake_ups'), 10);
  end if;
  if new.feedings >= 0 and new.feedings < least(public.tap_total(new.taps, 'feedings'), 99) then
    new.feedings := least(public.tap_total(new.taps, 'feedings'), 99);
  end if;
  if new.diaper_changes >= 0 and new.diaper_changes < least(public.tap_total(new.taps, 'diaper_changes'), 99) then
    new.diaper_changes := least(public.tap_total(new.taps, 'diaper_changes'), 99);
  end if;
  return new;
end $$;

revoke all on function
  public.tap_entries, public.tap_total, public.tap_undone_id, public.take_taps
from public, anon, authenticated, service_role;

-- Before the trigger that takes the op_id away.
create trigger a_taps_insert before insert on public.sleep_records
  for each row when (new.tap is not null or new.taps <> '[]')
  execute function public.take_taps();
create trigger a_taps_update before update on public.sleep_records
  for each row when (
    new.tap is not null
    or (old.taps, old.wake_ups, old.feedings, old.diaper_changes)
      is distinct from (new.taps, new.wake_ups, new.feedings, new.diaper_changes)
  )
  execute function public.take_taps();

-- The app makes a new account's baby with the day itself as its birth date, and says that it doesn't know it. As long
-- as nobody has touched such a row, that is so of the ones made before as well.
alter table public.baby_info add column birth_date_known boolean not null default true;
update public.baby_info set birth_date_known = false where updated_at = created_at;

create function public.birth_date_is_known() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.birth_date_known := true;
  return new;
end $$;
revoke all on function public.birth_date_is_known from public, anon, authenticated, service_role;

create trigger a_birth_date before update on public.baby_info
  for each row when (
    old.birth_date is distinct from new.birth_date and old.birth_date_known = new.birth_date_known
  )
  execute function public.birth_date_is_known();
