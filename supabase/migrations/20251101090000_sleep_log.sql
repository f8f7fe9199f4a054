-- One baby, one plan and a log of sleep records per account. Dates are calendar days and times are wall-clock times in
-- Europe/Madrid, kept as they were read off the clock: 'YYYY-MM-DD' and 'HH:mm'.

create table public.baby_info (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null default auth.uid() unique references auth.users (id) on delete cascade,
  name text not null default 'Mi bebé'
    constraint baby_info_name_check check (char_length(name) between 1 and 80 and name ~ '\S'),
  birth_date date not null default (now() at time zone 'Europe/Madrid')::date
    constraint baby_info_birth_date_check check (birth_date between '2000-01-01' and '2100-12-31'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- `naps` may be longer or shorter than `naps_count`: two phones that worked offline each send only what they changed,
-- and neither change may be refused for it. The reader takes the first `naps_count` and repeats the last window.
create table public.sleep_plans (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null default auth.uid() unique references auth.users (id) on delete cascade,
  first_wake_window text not null default '1h 30min'
    constraint sleep_plans_first_wake_window_check check (char_length(first_wake_window) between 1 and 60),
  naps_count integer not null default 3
    constraint sleep_plans_naps_count_check check (naps_count between 2 and 4),
  naps jsonb not null
    default '[{"duration": 90, "wakeWindow": "2h 15min"}, {"duration": 120, "wakeWindow": "2h 30min"}, {"duration": 45, "wakeWindow": "2h 45min"}]'
    -- The list of the entries that are well-formed is the list itself.
    constraint sleep_plans_naps_check check (
      jsonb_path_exists(naps, 'strict $ ? (@.size() >= 2 && @.size() <= 4)', '{}', true)
      and jsonb_path_query_array(
        naps,
        'strict $[*] ? (
          @.duration.type() == "number" && @.duration >= 15 && @.duration <= 180 && @.duration % 15 == 0
          && @.wakeWindow.type() == "string" && @.wakeWindow like_regex "^.{1,60}$"
          && !exists(@.keyvalue() ? (@.key != "duration" && @.key != "wakeWindow"))
        )',
        '{}', true
      ) = naps
    ),
  night_bedtime text not null default '19:30'
    constraint sleep_plans_night_bedtime_check check (night_bedtime ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  reminders boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.sleep_records (
  id uuid not null default gen_random_uuid() primary key,
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  date date not null
    constraint sleep_records_date_check check (date between '2000-01-01' and '2100-12-31'),
  type text not null
    constraint sleep_records_type_check check (type in ('siesta', 'noche', 'despertar')),
  start_time text
    constraint sleep_records_start_time_check check (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  end_time text
    constraint sleep_records_end_time_check check (end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  "time" text
    constraint sleep_records_time_check check ("time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- Minutes. A night over the autumn change of hour can last 25 h.
  duration integer
    constraint sleep_records_duration_check check (duration between 0 and 1500),
  wake_ups integer not null default 0
    constraint sleep_records_wake_ups_check check (wake_ups between 0 and 10),
  quality text
    constraint sleep_records_quality_check check (quality in ('buena', 'regular', 'mala', '')),
  disturbances text[] not null default '{}'
    constraint sleep_records_disturbances_check check (
      disturbances <@ array['fever', 'routineChange', 'newFood', 'reducedAppetite', 'teething']
      and cardinality(disturbances) <= 5
      and coalesce(array_ndims(disturbances), 1) = 1
    ),
  feedings integer not null default 0
    constraint sleep_records_feedings_check check (feedings between 0 and 99),
  diaper_changes integer not null default 0
    constraint sleep_records_diaper_changes_check check (diaper_changes between 0 and 99),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A wake-up is a moment; a sleep has a start, which older rows carry in `time`.
  constraint sleep_records_times_check check (
    case type
      when 'despertar' then "time" is not null and start_time is null and end_time is null
      else coalesce(start_time, "time") is not null
    end
  )
);

-- The order in which the log is read.
create index sleep_records_newest_first_idx on public.sleep_records (user_id, date desc, start_time desc);

alter table public.baby_info enable row level security;
alter table public.sleep_plans enable row level security;
alter table public.sleep_records enable row level security;

-- The sub-select makes PostgreSQL ask for the caller once per statement, not once per row.
create policy "own row: read" on public.baby_info for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own row: insert" on public.baby_info for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "own row: update" on public.baby_info for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own row: delete" on public.baby_info for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "own row: read" on public.sleep_plans for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own row: insert" on public.sleep_plans for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "own row: update" on public.sleep_plans for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own row: delete" on public.sleep_plans for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "own rows: read" on public.sleep_records for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own rows: insert" on public.sleep_records for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "own rows: update" on public.sleep_records for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "own rows: delete" on public.sleep_records for delete to authenticated
  using (user_id = (select auth.uid()));

-- Said in full, because new tables of a hosted project start out open. Anonymous callers read nothing, as no policy
-- lets them; every write of theirs is refused (42501): an insert by the policies, the rest for want of the privilege.
revoke all on public.baby_info, public.sleep_plans, public.sleep_records from public, anon, authenticated, service_role;
grant select, insert on public.baby_info, public.sleep_plans, public.sleep_records to anon;
grant select, insert, update, delete on public.baby_info, public.sleep_plans, public.sleep_records
  to authenticated, service_role;
