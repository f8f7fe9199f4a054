-- A family may live by another clock than Madrid's. Whether a zone of that name exists is not for a constraint to say:
-- phones and servers learn of zones at different times, and a phone's change mustn't be refused for it. Names such as
-- GMT+5, which PostgreSQL reads in its own way, are offered by no phone.
alter table public.baby_info
  add column time_zone text not null default 'Europe/Madrid'
    constraint baby_info_time_zone_check
      check (char_length(time_zone) <= 64 and time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$'),
  add column time_zone_since date
    constraint baby_info_time_zone_since_check check (time_zone_since between '2000-01-01' and '2100-12-31');

-- The instant a wall time of a zone stands for. One that exists twice is the first; one that is left out is the instant
-- the gap ends at. In a zone that PostgreSQL doesn't know it is Madrid's, as on a phone that doesn't.
create function public.instant_in(zone text, local_date date, local_time text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  wall timestamp := local_date + local_time::time;
  day_before timestamptz := (wall - interval '1 day') at time zone 'UTC';
  day_after timestamptz := (wall + interval '1 day') at time zone 'UTC';
  early timestamptz;
  late timestamptz;
begin
  early := (wall - ((day_before at time zone zone) - (day_before at time zone 'UTC'))) at time zone 'UTC';
  late := (wall - ((day_after at time zone zone) - (day_after at time zone 'UTC'))) at time zone 'UTC';
  return case
    when early at time zone zone = wall then early
    when late at time zone zone = wall then late
    else (
      select min(minute) from pg_catalog.generate_series(late, early, interval '1 minute') as gap (minute)
      where minute at time zone zone > wall
    )
  end;
exception when invalid_parameter_value then
  return public.madrid_instant(local_date, local_time);
end $$;

create or replace function public.duration_of_times() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  start_text text := coalesce(new.start_time, new."time");
  zone text := (select time_zone from public.baby_info where user_id = new.user_id);
begin
  if new.type = 'despertar' then
    return new;
  end if;
  zone := coalesce(zone, 'Europe/Madrid');
  new.duration := case when new.end_time is null then null else
    extract(epoch from
      public.instant_in(zone, new.date + case when new.end_time > start_text then 0 else 1 end, new.end_time)
      - public.instant_in(zone, new.date, start_text)
    ) / 60
  end;
  return new;
end $$;

revoke all on function public.instant_in from public, anon, authenticated, service_role;
