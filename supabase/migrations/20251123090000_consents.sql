-- Which version of the text on what is stored of them an account's owner agreed to, and when. Nobody changes or takes
-- back a row: it is the proof. It goes with the account, and deleting that is how a consent is withdrawn.
create table public.consents (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- The day of the text. Its bounds are also those of what one account can store here.
  version date not null check (version between '2020-01-01' and '2100-12-31'),
  given_at timestamptz not null default now(),
  primary key (user_id, version)
);

alter table public.consents enable row level security;
create policy "own rows: read" on public.consents for select to authenticated
  using (user_id = (select auth.uid()));
create policy "own rows: insert" on public.consents for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy "second factor" on public.consents as restrictive to authenticated
  using ((select public.is_second_factor_given()));

revoke all on public.consents from public, anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;
grant insert on public.consents to authenticated;

-- The moment is the database's, whatever the caller says.
create function public.consent_is_given_now() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.given_at := now();
  return new;
end $$;
revoke all on function public.consent_is_given_now() from public, anon, authenticated, service_role;
create trigger given_now before insert on public.consents
  for each row execute function public.consent_is_given_now();
