-- A database that was brought back to what it was before lacks what was written since, and a phone may have downloaded
-- some of that. By `rev` alone it can't tell: once the family has logged as much as was lost, the numbers look as they
-- did. So each time is noted, with an id of its own and the number up to which the numbers mean what they meant before.
alter table public.sync_state add column restores jsonb not null default '[]';
comment on column public.sync_state.restores is
  'Each time that the database was restored: [{"id", "rev"}], the first one first; what had a higher rev then is gone.';

-- To be called once by whoever has restored the database, before anybody writes to it. `restore` of this program does.
create function public.note_restore() returns void
language sql set search_path = ''
as $$
  update public.sync_state
  set restores = restores || jsonb_build_object('id', gen_random_uuid(), 'rev', rev)
$$;
revoke all on function public.note_restore from public, anon, authenticated, service_role;
