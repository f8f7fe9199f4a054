-- Two carers may change one sleep's start and end at the same time, each with the duration as it was on that phone.
-- What counts is the row that comes out of both: whenever a phone changes a sleep's times or its duration, the duration
-- is that of its times. A phone's changes are known by their op_id; whoever writes without one means what is written.

-- The instant a wall time of Madrid stands for. One that exists twice is the first; one that the spring night leaves
-- out is the instant the gap ends at. Offsets are +01:00 and +02:00.
create function public.madrid_instant(local_date date, local_time text) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when summer at time zone 'Europe/Madrid' = wall then summer
    when winter at time zone 'Europe/Madrid' = wall then winter
    else (local_date + time '01:00') at time zone 'UTC'
  end
  from (select local_date + local_time::time as wall) as w,
    lateral (select (wall - interval '2 hours') at time zone 'UTC' as summer) as s,
    lateral (select (wall - interval '1 hour') at time zone 'UTC' as winter) as t
$$;

create function public.duration_of_times() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  start_text text := coalesce(new.start_time, new."time");
begin
  if new.type = 'despertar' then
    return new;
  end if;
  new.duration := case when new.end_time is null then null else
    extract(epoch from
      public.madrid_instant(new.date + case when new.end_time > start_text then 0 else 1 end, new.end_time)
      - public.madrid_instant(new.date, start_text)
    ) / 60
  end;
  return new;
end $$;

revoke all on function public.madrid_instant, public.duration_of_times
from public, anon, authenticated, service_role;

-- Before the trigger that takes the op_id away.
create trigger a_duration before update on public.sleep_records
  for each row when (
    new.op_id is not null
    and (old.date, old.type, old.start_time, old.end_time, old."time", old.duration)
      is distinct from (new.date, new.type, new.start_time, new.end_time, new."time", new.duration)
  )
  execute function public.duration_of_times();
