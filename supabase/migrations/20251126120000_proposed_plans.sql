-- What a family and its consultant say to each other about the plan (decision 053): how it was before, what is proposed
-- instead, and what the family asks. Nothing here changes a plan: the family does, by its own app.

-- The plans that were in force before, one a day: the one that the day began with.
create table public.plan_versions (
  family_id uuid not null references auth.users (id) on delete cascade,
  -- The last day on which it was in force, by the provider's clock.
  last_day date not null,
  first_wake_window text not null,
  naps_count integer not null,
  naps jsonb not null,
  night_bedtime text not null,
  primary key (family_id, last_day)
);
alter table public.plan_versions enable row level security;
create policy "open families: read" on public.plan_versions for select to authenticated
  using (family_id = (select auth.uid()) or family_id = any ((select public.families_i_read())::uuid[]));
create policy "second factor" on public.plan_versions as restrictive to authenticated
  using ((select public.is_second_factor_given()));

-- Keeps the plan that a day began with, when it changes: what is tried out and taken back within a day was never lived.
create function public.keep_plan_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.plan_versions (family_id, last_day, first_wake_window, naps_count, naps, night_bedtime)
  select u.id, public.provider_day(now()),
    old.first_wake_window, old.naps_count, old.naps, old.night_bedtime
  from auth.users as u where u.id = old.user_id
  on conflict do nothing;
  return null;
end $$;
create trigger d_versions after update on public.sleep_plans for each row
  when ((old.first_wake_window, old.naps_count, old.naps, old.night_bedtime)
    is distinct from (new.first_wake_window, new.naps_count, new.naps, new.night_bedtime))
  execute function public.keep_plan_version();

create table public.plan_proposals (
  id uuid not null default gen_random_uuid() primary key,
  family_id uuid not null references auth.users (id) on delete cascade,
  consultant_id uuid not null references auth.users (id) on delete cascade,
  -- What it is for, as «Elige un cambio: la última siesta, más corta».
  sentence text not null
    constraint plan_proposals_sentence_check check (char_length(sentence) between 1 and 300 and sentence ~ '\S'),
  first_wake_window text not null,
  naps_count integer not null,
  naps jsonb not null,
  night_bedtime text not null,
  proposed_at timestamptz not null default now(),
  answer text constraint plan_proposals_answer_check check (answer in ('taken', 'declined', 'withdrawn')),
  answered_at timestamptz
);
create index plan_proposals_family_idx on public.plan_proposals (family_id, proposed_at);
create index plan_proposals_consultant_idx on public.plan_proposals (consultant_id);
create unique index plan_proposals_open_idx on public.plan_proposals (family_id, consultant_id) where answer is null;

create table public.plan_templates (
  id uuid not null default gen_random_uuid() primary key,
  name text not null
    constraint plan_templates_name_check check (char_length(name) between 1 and 60 and name ~ '\S'),
  -- In months, from the first of them up to the second, which is left out.
  from_months integer not null,
  to_months integer not null,
  first_wake_window text not null,
  naps_count integer not null,
  naps jsonb not null,
  night_bedtime text not null,
  updated_at timestamptz not null default now(),
  constraint plan_templates_age_check check (from_months >= 0 and to_months > from_months and to_months <= 84)
);

-- What a consultant writes down for themselves. The family never sees it; it goes with either of the two.
create table public.consultant_notes (
  family_id uuid not null references auth.users (id) on delete cascade,
  consultant_id uuid not null references auth.users (id) on delete cascade,
  text text not null
    constraint consultant_notes_text_check check (char_length(text) <= 10000),
  updated_at timestamptz not null default now(),
  primary key (family_id, consultant_id)
);
create index consultant_notes_consultant_idx on public.consultant_notes (consultant_id);

create table public.family_questions (
  id uuid not null default gen_random_uuid() primary key,
  family_id uuid not null references auth.users (id) on delete cascade,
  question text not null
    constraint family_questions_question_check check (char_length(question) between 1 and 1000 and question ~ '\S'),
  asked_at timestamptz not null default now(),
  reply text
    constraint family_questions_reply_check check (char_length(reply) between 1 and 2000 and reply ~ '\S'),
  -- What the family reads of who has replied.
  replied_by text,
  replied_at timestamptz,
  constraint family_questions_replied_check check (num_nulls(reply, replied_by, replied_at) in (0, 3))
);
create index family_questions_family_idx on public.family_questions (family_id, asked_at);
create index family_questions_open_idx on public.family_questions (family_id) where reply is null;

alter table public.plan_proposals enable row level security;
alter table public.plan_templates enable row level security;
alter table public.consultant_notes enable row level security;
alter table public.family_questions enable row level security;
revoke all on
  public.plan_versions, public.plan_proposals, public.plan_templates, public.consultant_notes,
  public.family_questions
from public, anon, authenticated, service_role;
grant select on public.plan_versions to authenticated, service_role;

-- Throws unless a plan of that shape is one that `sleep_plans` takes: its rules stand there, and nowhere else.
create function public.check_plan(first_wake_window text, naps_count integer, naps jsonb, night_bedtime text)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rule record;
  fits boolean;
begin
  for rule in
    select c.conname, pg_catalog.pg_get_expr(c.conbin, c.conrelid) as words from pg_catalog.pg_constraint as c
    where c.conrelid = 'public.sleep_plans'::regclass and c.contype = 'c'
  loop
    execute format(
      'select %s from (select $1 as first_wake_window, $2 as naps_count, $3 as naps, $4 as night_bedtime) as plan',
      rule.words
    ) into fits using $1, $2, $3, $4;
    if fits is not true then
      raise check_violation using
        message = format('the plan violates check constraint "%s"', rule.conname), constraint = rule.conname;
    end if;
  end loop;
end $$;

-- Proposes a plan to a family that is open to the caller. Of what the caller has proposed before, only this stands.
create function public.propose_plan(
  family_id uuid, sentence text, first_wake_window text, naps_count integer, naps jsonb, night_bedtime text
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.write_as_consultant(family_id);
  made uuid;
begin
  perform public.check_plan($3, $4, $5, $6);
  update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
  where p.family_id = $1 and p.consultant_id = caller and p.answer is null;
  insert into public.plan_proposals
    (family_id, consultant_id, sentence, first_wake_window, naps_count, naps, night_bedtime)
  values ($1, caller, btrim($2), $3, $4, $5, $6)
  returning id into made;
  perform public.tell_access_change(family_id, caller);
  return made;
end $$;

-- Takes back what the caller has proposed and nobody has answered.
create function public.withdraw_proposal(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
begin
  select p.family_id into family from public.plan_proposals as p
  where p.id = $1 and p.consultant_id = caller and p.answer is null;
  if not found then
    return;
  end if;
  perform public.lock_for_access(family, caller);
  update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
  where p.id = $1 and p.answer is null;
  if found then
    perform public.tell_access_change(family, caller);
  end if;
end $$;

-- Notes what the family has decided; its app has changed the plan already, if it took it. What was withdrawn or
-- answered before can't be answered any more: false.
create function public.answer_proposal(id uuid, taken boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  consultant uuid;
begin
  if taken is null then
    raise check_violation using message = 'an answer is yes or no';
  end if;
  select p.consultant_id into consultant from public.plan_proposals as p
  where p.id = $1 and p.family_id = family and p.answer is null;
  if not found then
    return false;
  end if;
  perform public.lock_for_access(family, consultant);
  update public.plan_proposals as p
  set answer = case when taken then 'taken' else 'declined' end, answered_at = now()
  where p.id = $1 and p.answer is null;
  if not found then
    return false;
  end if;
  perform public.tell_access_change(family, consultant);
  return true;
end $$;

-- The templates, by age: [{id, name, from_months, to_months, first_wake_window, naps_count, naps, night_bedtime}].
create function public.plan_templates() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform public.signed_in_staff();
  return coalesce((
    select jsonb_agg(to_jsonb(t) - 'updated_at' order by t.from_months, t.to_months, t.name, t.id)
    from public.plan_templates as t
  ), '[]'::jsonb);
end $$;

-- Makes a template, or changes the one with that id.
create function public.save_template(
  id uuid, name text, from_months integer, to_months integer,
  first_wake_window text, naps_count integer, naps jsonb, night_bedtime text
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.signed_in_staff();
  perform public.check_plan($5, $6, $7, $8);
  if (select count(*) from public.plan_templates as t where t.id <> $1) >= 200 then
    raise check_violation using message = 'there are two hundred templates already';
  end if;
  insert into public.plan_templates
    (id, name, from_months, to_months, first_wake_window, naps_count, naps, night_bedtime)
  values ($1, btrim($2), $3, $4, $5, $6, $7, $8)
  on conflict on constraint plan_templates_pkey do update set
    name = excluded.name, from_months = excluded.from_months, to_months = excluded.to_months,
    first_wake_window = excluded.first_wake_window, naps_count = excluded.naps_count, naps = excluded.naps,
    night_bedtime = excluded.night_bedtime, updated_at = now();
end $$;

-- Deletes a template, if there is one.
create function public.delete_template(id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.signed_in_staff();
  delete from public.plan_templates as t where t.id = $1;
end $$;

-- Replaces the caller's notes on a family that is open to them.
create function public.save_note(family_id uuid, text text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.consultant_of(family_id);
begin
  insert into public.consultant_notes (family_id, consultant_id, text) values ($1, caller, $2)
  on conflict on constraint consultant_notes_pkey do update set text = excluded.text, updated_at = now();
end $$;

-- Asks the consultants whom the family has let in.
create function public.ask_consultant(question text) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
  made uuid;
begin
  perform public.lock_sync_state(family);
  if not exists (
    select from public.access_grants as g
    where g.family_id = family and public.is_consulted(family, g.account_id)
  ) then
    raise insufficient_privilege using message = 'this family has let no consultant in';
  end if;
  if (select count(*) from public.family_questions as q
      where q.family_id = family and q.asked_at > now() - interval '1 day') >= 30
  then
    raise check_violation using message = 'a family asks thirty questions a day at most';
  end if;
  insert into public.family_questions (family_id, question) values (family, btrim($1)) returning id into made;
  perform public.tell_access_change(family, family);
  return made;
end $$;

-- Answers what a family that is open to the caller has asked, or answers it anew.
create function public.answer_question(id uuid, reply text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
begin
  select q.family_id into family from public.family_questions as q where q.id = $1;
  perform public.write_as_consultant(family);
  update public.family_questions as q
  -- Without words it would stay unanswered, and nobody could say by whom.
  set reply = btrim(coalesce($2, '')), replied_by = public.staff_name(caller), replied_at = now()
  where q.id = $1;
  perform public.tell_access_change(family, caller);
end $$;

revoke all on function
  public.keep_plan_version, public.check_plan, public.propose_plan, public.withdraw_proposal, public.answer_proposal,
  public.plan_templates, public.save_template, public.delete_template, public.save_note, public.ask_consultant,
  public.answer_question
from public, anon, authenticated, service_role;
grant execute on function
  public.propose_plan, public.withdraw_proposal, public.answer_proposal, public.plan_templates, public.save_template,
  public.delete_template, public.save_note, public.ask_consultant, public.answer_question
to authenticated;
