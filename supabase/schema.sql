-- What the migrations add up to: to be read, never to be run. `npm run schema` writes it anew.
-- Accounts (the schema auth) are not in it: hosted Supabase has its own, and server/db/platform makes ours like them.
-- Of that folder is what lies in the schema nana, which hosted Supabase has no need of.

create table nana.change_links (
  token_hash text not null,
  user_id uuid not null,
  factor_id uuid,
  created_at timestamp with time zone not null default now(),
  spent_at timestamp with time zone,
  constraint change_links_pkey PRIMARY KEY (token_hash),
  constraint change_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX change_links_user_id_idx ON nana.change_links USING btree (user_id);

create table nana.ended_sessions (
  id uuid not null,
  user_id uuid not null,
  refresh_token_hmac_key text not null,
  reason text not null,
  ended_at timestamp with time zone not null default now(),
  constraint ended_sessions_pkey PRIMARY KEY (id),
  constraint ended_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX ended_sessions_ended_at_idx ON nana.ended_sessions USING btree (ended_at);
CREATE INDEX ended_sessions_user_id_idx ON nana.ended_sessions USING btree (user_id);

create table nana.erased_accounts (
  salt text not null,
  id_hash text not null,
  erased_at timestamp with time zone not null default now(),
  constraint erased_accounts_pkey PRIMARY KEY (id_hash)
);

create table nana.invited_sign_ups (
  invitation_id uuid not null,
  account_id uuid,
  signed_up_at timestamp with time zone not null default now(),
  constraint invited_sign_ups_pkey PRIMARY KEY (invitation_id),
  constraint invited_sign_ups_account_id_fkey FOREIGN KEY (account_id) REFERENCES auth.users(id) ON DELETE SET NULL
);

create table nana.key_versions (
  role text not null,
  version integer not null,
  constraint key_versions_pkey PRIMARY KEY (role),
  constraint key_versions_role_check CHECK ((role = ANY (ARRAY['anon'::text, 'service_role'::text]))),
  constraint key_versions_version_check CHECK ((version > 0))
);

create table nana.limits (
  key text not null,
  points integer not null default 0,
  until timestamp with time zone not null,
  constraint limits_pkey PRIMARY KEY (key)
);

create table nana.platform_migrations (
  version text not null,
  applied_at timestamp with time zone not null default now(),
  checksum text,
  constraint platform_migrations_pkey PRIMARY KEY (version)
);

create table nana.recovery_codes (
  factor_id uuid not null,
  code_hash text not null,
  created_at timestamp with time zone not null default now(),
  constraint recovery_codes_pkey PRIMARY KEY (factor_id, code_hash),
  constraint recovery_codes_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
);

create table nana.schedules (
  name text not null,
  begun_at timestamp with time zone not null,
  constraint schedules_pkey PRIMARY KEY (name)
);

create table nana.security_log (
  id uuid not null default gen_random_uuid(),
  at timestamp with time zone not null default clock_timestamp(),
  event text not null,
  account_id uuid,
  address inet,
  request_id text,
  detail text,
  times integer not null default 1,
  constraint security_log_pkey PRIMARY KEY (id),
  constraint security_log_detail_check CHECK ((detail ~ '^[A-Za-z0-9_/:. -]{1,80}$'::text)),
  constraint security_log_event_check CHECK ((event ~ '^[a-z_]{1,40}$'::text)),
  constraint security_log_request_id_check CHECK ((request_id ~ '^[A-Za-z0-9_-]{8,64}$'::text)),
  constraint security_log_times_check CHECK ((times > 0))
);
CREATE INDEX security_log_at_idx ON nana.security_log USING btree (at);
CREATE TRIGGER security_log_is_never_emptied BEFORE TRUNCATE ON nana.security_log FOR EACH STATEMENT EXECUTE FUNCTION nana.guard_security_log();
CREATE TRIGGER security_log_only_grows BEFORE DELETE OR UPDATE ON nana.security_log FOR EACH ROW EXECUTE FUNCTION nana.guard_security_log();

create table nana.server_login (
  only_row boolean not null default true,
  password text not null,
  constraint server_login_pkey PRIMARY KEY (only_row),
  constraint server_login_only_row_check CHECK (only_row)
);

create table nana.this_server (
  only_row boolean not null default true,
  site_url text not null,
  secrets_fingerprint text not null,
  constraint this_server_pkey PRIMARY KEY (only_row),
  constraint this_server_only_row_check CHECK (only_row)
);

create table public.access_grants (
  family_id uuid not null,
  account_id uuid not null,
  role text not null,
  name text not null,
  granted_at timestamp with time zone not null default now(),
  until timestamp with time zone,
  ended_at timestamp with time zone,
  last_seen_at timestamp with time zone,
  viewing_until timestamp with time zone,
  written_on date,
  written integer not null default 0,
  constraint access_grants_pkey PRIMARY KEY (family_id, account_id),
  constraint access_grants_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint access_grants_end_check CHECK (((role <> 'consultant'::text) OR (until IS NOT NULL) OR (ended_at IS NOT NULL))),
  constraint access_grants_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 40)) AND (name ~ '\S'::text))),
  constraint access_grants_not_to_itself CHECK ((family_id <> account_id)),
  constraint access_grants_role_check CHECK ((role = ANY (ARRAY['carer'::text, 'viewer'::text, 'consultant'::text])))
);
CREATE INDEX access_grants_account_idx ON public.access_grants USING btree (account_id);
alter table public.access_grants enable row level security;
CREATE TRIGGER let_in_anew AFTER UPDATE OF granted_at ON public.access_grants FOR EACH ROW WHEN ((old.granted_at <> new.granted_at)) EXECUTE FUNCTION public.withdraw_open_proposals();
CREATE TRIGGER tell_of_access AFTER INSERT OR UPDATE OF granted_at, until, ended_at ON public.access_grants FOR EACH STATEMENT EXECUTE FUNCTION public.tell_of_access();

create table public.access_history (
  id uuid not null default gen_random_uuid(),
  family_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  event text not null,
  account_id uuid,
  role text not null,
  name text not null,
  until timestamp with time zone,
  part text,
  constraint access_history_pkey PRIMARY KEY (id),
  constraint access_history_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint access_history_event_check CHECK ((event = ANY (ARRAY['invited'::text, 'withdrawn'::text, 'voided'::text, 'joined'::text, 'changed'::text, 'ended'::text, 'left'::text, 'asked'::text, 'refused'::text, 'viewed'::text, 'supported'::text]))),
  constraint access_history_part_check CHECK ((((event = 'viewed'::text) = (part IS NOT NULL)) AND (part = ANY (ARRAY['summary'::text, 'diary'::text, 'week'::text, 'trend'::text, 'plan'::text, 'printed'::text, 'report'::text]))))
);
CREATE INDEX access_history_family_idx ON public.access_history USING btree (family_id, at);
CREATE UNIQUE INDEX access_history_views_idx ON public.access_history USING btree (family_id, account_id, part, (((at AT TIME ZONE 'Europe/Madrid'::text))::date)) WHERE (event = 'viewed'::text);
alter table public.access_history enable row level security;
create policy "own family: read" on public.access_history as permissive for select to authenticated
  using ((family_id = ( SELECT auth.uid() AS uid)));
create policy "second factor" on public.access_history as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
CREATE TRIGGER access_history_only_grows BEFORE DELETE OR UPDATE ON public.access_history FOR EACH ROW EXECUTE FUNCTION public.guard_access_history();
grant select on public.access_history to authenticated;
grant select on public.access_history to service_role;

create table public.access_invitations (
  id uuid not null default gen_random_uuid(),
  family_id uuid not null,
  token_hash bytea not null,
  role text not null,
  name text not null,
  until timestamp with time zone,
  invited_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '7 days'::interval),
  taken_by uuid,
  constraint access_invitations_pkey PRIMARY KEY (id),
  constraint access_invitations_token_hash_key UNIQUE (token_hash),
  constraint access_invitations_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint access_invitations_end_check CHECK (((role <> 'consultant'::text) OR (until IS NOT NULL))),
  constraint access_invitations_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 40)) AND (name ~ '\S'::text))),
  constraint access_invitations_role_check CHECK ((role = ANY (ARRAY['carer'::text, 'viewer'::text, 'consultant'::text])))
);
CREATE INDEX access_invitations_family_idx ON public.access_invitations USING btree (family_id);
alter table public.access_invitations enable row level security;

create table public.access_requests (
  id uuid not null default gen_random_uuid(),
  family_id uuid not null,
  consultant_id uuid not null,
  purpose text not null,
  until timestamp with time zone not null,
  email text not null,
  starts_on date not null,
  ends_on date not null,
  hours text not null,
  asked_at timestamp with time zone not null default now(),
  answer text,
  answered_at timestamp with time zone,
  constraint access_requests_pkey PRIMARY KEY (id),
  constraint access_requests_consultant_id_fkey FOREIGN KEY (consultant_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint access_requests_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint access_requests_answer_check CHECK ((answer = ANY (ARRAY['accepted'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint access_requests_hours_check CHECK ((char_length(hours) <= 120)),
  constraint access_requests_order_check CHECK (((ends_on >= starts_on) AND (ends_on <= (starts_on + 3650)))),
  constraint access_requests_purpose_check CHECK ((((char_length(purpose) >= 1) AND (char_length(purpose) <= 300)) AND (purpose ~ '\S'::text))),
  constraint access_requests_range_check CHECK (((starts_on >= '2000-01-01'::date) AND (ends_on <= '2100-12-31'::date)))
);
CREATE INDEX access_requests_consultant_idx ON public.access_requests USING btree (consultant_id, asked_at);
CREATE INDEX access_requests_family_idx ON public.access_requests USING btree (family_id);
CREATE UNIQUE INDEX access_requests_open_idx ON public.access_requests USING btree (family_id, consultant_id) WHERE (answer IS NULL);
alter table public.access_requests enable row level security;

create table public.baby_info (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  name text not null default 'Mi bebé'::text,
  birth_date date not null default ((now() AT TIME ZONE 'Europe/Madrid'::text))::date,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  rev bigint not null default 0,
  op_id uuid,
  birth_date_known boolean not null default true,
  time_zone text not null default 'Europe/Madrid'::text,
  time_zone_since date,
  owner_name text,
  constraint baby_info_pkey PRIMARY KEY (id),
  constraint baby_info_user_id_key UNIQUE (user_id),
  constraint baby_info_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint baby_info_birth_date_check CHECK (((birth_date >= '2000-01-01'::date) AND (birth_date <= '2100-12-31'::date))),
  constraint baby_info_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 80)) AND (name ~ '\S'::text))),
  constraint baby_info_owner_name_check CHECK ((((char_length(owner_name) >= 1) AND (char_length(owner_name) <= 40)) AND (owner_name ~ '\S'::text))),
  constraint baby_info_time_zone_check CHECK (((char_length(time_zone) <= 64) AND (time_zone ~ '^[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*$'::text))),
  constraint baby_info_time_zone_since_check CHECK (((time_zone_since >= '2000-01-01'::date) AND (time_zone_since <= '2100-12-31'::date)))
);
comment on column public.baby_info.op_id is 'Written only: the id of the change. Always null at rest.';
alter table public.baby_info enable row level security;
create policy "open families: delete" on public.baby_info as permissive for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))));
create policy "open families: insert" on public.baby_info as permissive for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_write() AS families_i_write)::uuid[]))));
create policy "open families: read" on public.baby_info as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))));
create policy "open families: update" on public.baby_info as permissive for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))))
  with check (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_write() AS families_i_write)::uuid[]))));
create policy "second factor" on public.baby_info as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
CREATE TRIGGER a_birth_date BEFORE UPDATE ON public.baby_info FOR EACH ROW WHEN (((old.birth_date IS DISTINCT FROM new.birth_date) AND (old.birth_date_known = new.birth_date_known))) EXECUTE FUNCTION public.birth_date_is_known();
CREATE TRIGGER a_counter BEFORE INSERT ON public.baby_info FOR EACH ROW EXECUTE FUNCTION public.lock_counter_of_row();
CREATE TRIGGER a_lock BEFORE DELETE OR UPDATE ON public.baby_info FOR EACH STATEMENT EXECUTE FUNCTION public.lock_before_statement();
CREATE TRIGGER b_insert BEFORE INSERT ON public.baby_info FOR EACH ROW EXECUTE FUNCTION public.before_row_insert();
CREATE TRIGGER b_update BEFORE UPDATE ON public.baby_info FOR EACH ROW EXECUTE FUNCTION public.before_row_update();
CREATE TRIGGER c_delete AFTER DELETE ON public.baby_info FOR EACH ROW EXECUTE FUNCTION public.after_row_delete();
grant insert, select on public.baby_info to anon;
grant delete, insert, select, update on public.baby_info to authenticated;
grant delete, insert, select, update on public.baby_info to service_role;

create table public.consents (
  user_id uuid not null default auth.uid(),
  version date not null,
  given_at timestamp with time zone not null default now(),
  constraint consents_pkey PRIMARY KEY (user_id, version),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint consents_version_check CHECK (((version >= '2020-01-01'::date) AND (version <= '2100-12-31'::date)))
);
alter table public.consents enable row level security;
create policy "own rows: insert" on public.consents as permissive for insert to authenticated
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy "own rows: read" on public.consents as permissive for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy "second factor" on public.consents as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
CREATE TRIGGER given_now BEFORE INSERT ON public.consents FOR EACH ROW EXECUTE FUNCTION public.consent_is_given_now();
grant insert, select on public.consents to authenticated;
grant select on public.consents to service_role;

create table public.consultant_notes (
  family_id uuid not null,
  consultant_id uuid not null,
  text text not null,
  updated_at timestamp with time zone not null default now(),
  constraint consultant_notes_pkey PRIMARY KEY (family_id, consultant_id),
  constraint consultant_notes_consultant_id_fkey FOREIGN KEY (consultant_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint consultant_notes_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint consultant_notes_text_check CHECK ((char_length(text) <= 10000))
);
CREATE INDEX consultant_notes_consultant_idx ON public.consultant_notes USING btree (consultant_id);
alter table public.consultant_notes enable row level security;

create table public.deleted_rows (
  user_id uuid not null,
  table_name text not null,
  id uuid not null,
  rev bigint not null,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_rows_pkey PRIMARY KEY (user_id, table_name, id),
  constraint deleted_rows_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
CREATE INDEX deleted_rows_rev_idx ON public.deleted_rows USING btree (user_id, rev);
alter table public.deleted_rows enable row level security;
create policy "open families: read" on public.deleted_rows as permissive for select to authenticated
  using ((user_id = ANY (( SELECT public.families_in_sight() AS families_in_sight)::uuid[])));
create policy "second factor" on public.deleted_rows as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
grant select on public.deleted_rows to authenticated;
grant select on public.deleted_rows to service_role;

create table public.erased_accounts (
  id_hash bytea not null,
  constraint erased_accounts_pkey PRIMARY KEY (id_hash)
);
alter table public.erased_accounts enable row level security;

create table public.family_questions (
  id uuid not null default gen_random_uuid(),
  family_id uuid not null,
  question text not null,
  asked_at timestamp with time zone not null default now(),
  reply text,
  replied_by text,
  replied_at timestamp with time zone,
  constraint family_questions_pkey PRIMARY KEY (id),
  constraint family_questions_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint family_questions_question_check CHECK ((((char_length(question) >= 1) AND (char_length(question) <= 1000)) AND (question ~ '\S'::text))),
  constraint family_questions_replied_check CHECK ((num_nulls(reply, replied_by, replied_at) = ANY (ARRAY[0, 3]))),
  constraint family_questions_reply_check CHECK ((((char_length(reply) >= 1) AND (char_length(reply) <= 2000)) AND (reply ~ '\S'::text)))
);
CREATE INDEX family_questions_family_idx ON public.family_questions USING btree (family_id, asked_at);
CREATE INDEX family_questions_open_idx ON public.family_questions USING btree (family_id) WHERE (reply IS NULL);
alter table public.family_questions enable row level security;

create table public.plan_proposals (
  id uuid not null default gen_random_uuid(),
  family_id uuid not null,
  consultant_id uuid not null,
  sentence text not null,
  first_wake_window text not null,
  naps_count integer not null,
  naps jsonb not null,
  night_bedtime text not null,
  proposed_at timestamp with time zone not null default now(),
  answer text,
  answered_at timestamp with time zone,
  was_withdrawn boolean not null default false,
  constraint plan_proposals_pkey PRIMARY KEY (id),
  constraint plan_proposals_consultant_id_fkey FOREIGN KEY (consultant_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint plan_proposals_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint plan_proposals_answer_check CHECK ((answer = ANY (ARRAY['taken'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint plan_proposals_sentence_check CHECK ((((char_length(sentence) >= 1) AND (char_length(sentence) <= 300)) AND (sentence ~ '\S'::text)))
);
CREATE INDEX plan_proposals_consultant_idx ON public.plan_proposals USING btree (consultant_id);
CREATE INDEX plan_proposals_family_idx ON public.plan_proposals USING btree (family_id, proposed_at);
CREATE UNIQUE INDEX plan_proposals_open_idx ON public.plan_proposals USING btree (family_id, consultant_id) WHERE (answer IS NULL);
alter table public.plan_proposals enable row level security;

create table public.plan_templates (
  id uuid not null default gen_random_uuid(),
  name text not null,
  from_months integer not null,
  to_months integer not null,
  first_wake_window text not null,
  naps_count integer not null,
  naps jsonb not null,
  night_bedtime text not null,
  updated_at timestamp with time zone not null default now(),
  constraint plan_templates_pkey PRIMARY KEY (id),
  constraint plan_templates_age_check CHECK (((from_months >= 0) AND (to_months > from_months) AND (to_months <= 84))),
  constraint plan_templates_name_check CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 60)) AND (name ~ '\S'::text)))
);
alter table public.plan_templates enable row level security;

create table public.plan_versions (
  family_id uuid not null,
  last_day date not null,
  first_wake_window text not null,
  naps_count integer not null,
  naps jsonb not null,
  night_bedtime text not null,
  constraint plan_versions_pkey PRIMARY KEY (family_id, last_day),
  constraint plan_versions_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.plan_versions enable row level security;
create policy "open families: read" on public.plan_versions as permissive for select to authenticated
  using (((family_id = ( SELECT auth.uid() AS uid)) OR (family_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))));
create policy "second factor" on public.plan_versions as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
grant select on public.plan_versions to authenticated;
grant select on public.plan_versions to service_role;

create table public.sleep_plans (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  first_wake_window text not null default '1h 30min'::text,
  naps_count integer not null default 3,
  naps jsonb not null default '[{"duration": 90, "wakeWindow": "2h 15min"}, {"duration": 120, "wakeWindow": "2h 30min"}, {"duration": 45, "wakeWindow": "2h 45min"}]'::jsonb,
  night_bedtime text not null default '19:30'::text,
  reminders boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  rev bigint not null default 0,
  op_id uuid,
  constraint sleep_plans_pkey PRIMARY KEY (id),
  constraint sleep_plans_user_id_key UNIQUE (user_id),
  constraint sleep_plans_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sleep_plans_first_wake_window_check CHECK (((char_length(first_wake_window) >= 1) AND (char_length(first_wake_window) <= 60))),
  constraint sleep_plans_naps_check CHECK ((jsonb_path_exists(naps, 'strict $?(@.size() >= 2 && @.size() <= 4)'::jsonpath, '{}'::jsonb, true) AND (jsonb_path_query_array(naps, 'strict $[*]?((((((@."duration".type() == "number" && @."duration" >= 15) && @."duration" <= 180) && @."duration" % 15 == 0) && @."wakeWindow".type() == "string") && @."wakeWindow" like_regex "^.{1,60}$") && !(exists (@.keyvalue()?(@."key" != "duration" && @."key" != "wakeWindow"))))'::jsonpath, '{}'::jsonb, true) = naps))),
  constraint sleep_plans_naps_count_check CHECK (((naps_count >= 2) AND (naps_count <= 4))),
  constraint sleep_plans_night_bedtime_check CHECK ((night_bedtime ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text))
);
comment on column public.sleep_plans.op_id is 'Written only: the id of the change. Always null at rest.';
alter table public.sleep_plans enable row level security;
create policy "open families: delete" on public.sleep_plans as permissive for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))));
create policy "open families: insert" on public.sleep_plans as permissive for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_write() AS families_i_write)::uuid[]))));
create policy "open families: read" on public.sleep_plans as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))));
create policy "open families: update" on public.sleep_plans as permissive for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))))
  with check (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_write() AS families_i_write)::uuid[]))));
create policy "second factor" on public.sleep_plans as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
CREATE TRIGGER a_counter BEFORE INSERT ON public.sleep_plans FOR EACH ROW EXECUTE FUNCTION public.lock_counter_of_row();
CREATE TRIGGER a_lock BEFORE DELETE OR UPDATE ON public.sleep_plans FOR EACH STATEMENT EXECUTE FUNCTION public.lock_before_statement();
CREATE TRIGGER b_insert BEFORE INSERT ON public.sleep_plans FOR EACH ROW EXECUTE FUNCTION public.before_row_insert();
CREATE TRIGGER b_update BEFORE UPDATE ON public.sleep_plans FOR EACH ROW EXECUTE FUNCTION public.before_row_update();
CREATE TRIGGER c_delete AFTER DELETE ON public.sleep_plans FOR EACH ROW EXECUTE FUNCTION public.after_row_delete();
CREATE TRIGGER d_versions AFTER UPDATE ON public.sleep_plans FOR EACH ROW WHEN (((((old.first_wake_window IS DISTINCT FROM new.first_wake_window) OR (old.naps_count IS DISTINCT FROM new.naps_count)) OR (old.naps IS DISTINCT FROM new.naps)) OR (old.night_bedtime IS DISTINCT FROM new.night_bedtime))) EXECUTE FUNCTION public.keep_plan_version();
grant insert, select on public.sleep_plans to anon;
grant delete, insert, select, update on public.sleep_plans to authenticated;
grant delete, insert, select, update on public.sleep_plans to service_role;

create table public.sleep_records (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  date date not null,
  type text not null,
  start_time text,
  end_time text,
  "time" text,
  duration integer,
  wake_ups integer not null default 0,
  quality text,
  disturbances text[] not null default '{}'::text[],
  feedings integer not null default 0,
  diaper_changes integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  rev bigint not null default 0,
  op_id uuid,
  taps jsonb not null default '[]'::jsonb,
  tap jsonb,
  logged_by uuid,
  constraint sleep_records_pkey PRIMARY KEY (id),
  constraint sleep_records_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sleep_records_date_check CHECK (((date >= '2000-01-01'::date) AND (date <= '2100-12-31'::date))),
  constraint sleep_records_diaper_changes_check CHECK (((diaper_changes >= 0) AND (diaper_changes <= 99))),
  constraint sleep_records_disturbances_check CHECK (((disturbances <@ ARRAY['fever'::text, 'routineChange'::text, 'newFood'::text, 'reducedAppetite'::text, 'teething'::text]) AND (cardinality(disturbances) <= 5) AND (COALESCE(array_ndims(disturbances), 1) = 1))),
  constraint sleep_records_duration_check CHECK (((duration >= 0) AND (duration <= 1500))),
  constraint sleep_records_end_time_check CHECK ((end_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint sleep_records_feedings_check CHECK (((feedings >= 0) AND (feedings <= 99))),
  constraint sleep_records_quality_check CHECK ((quality = ANY (ARRAY['buena'::text, 'regular'::text, 'mala'::text, ''::text]))),
  constraint sleep_records_start_time_check CHECK ((start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint sleep_records_taps_check CHECK (public.are_taps(taps)),
  constraint sleep_records_time_check CHECK (("time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint sleep_records_times_check CHECK (
CASE type
    WHEN 'despertar'::text THEN (("time" IS NOT NULL) AND (start_time IS NULL) AND (end_time IS NULL))
    ELSE (COALESCE(start_time, "time") IS NOT NULL)
END),
  constraint sleep_records_type_check CHECK ((type = ANY (ARRAY['siesta'::text, 'noche'::text, 'despertar'::text]))),
  constraint sleep_records_wake_ups_check CHECK (((wake_ups >= 0) AND (wake_ups <= 10)))
);
comment on column public.sleep_records.op_id is 'Written only: the id of the change. Always null at rest.';
comment on column public.sleep_records.tap is 'Written only: a change of taps. Always null at rest.';
CREATE INDEX sleep_records_newest_first_idx ON public.sleep_records USING btree (user_id, date DESC, start_time DESC);
CREATE INDEX sleep_records_rev_idx ON public.sleep_records USING btree (user_id, rev);
alter table public.sleep_records enable row level security;
create policy "open families: delete" on public.sleep_records as permissive for delete to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))));
create policy "open families: insert" on public.sleep_records as permissive for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_write() AS families_i_write)::uuid[]))));
create policy "open families: read" on public.sleep_records as permissive for select to authenticated
  using ((user_id = ANY (( SELECT public.families_in_sight() AS families_in_sight)::uuid[])));
create policy "open families: update" on public.sleep_records as permissive for update to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))))
  with check (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_write() AS families_i_write)::uuid[]))));
create policy "second factor" on public.sleep_records as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
CREATE TRIGGER a_counter BEFORE INSERT ON public.sleep_records FOR EACH ROW EXECUTE FUNCTION public.lock_counter_of_row();
CREATE TRIGGER a_duration BEFORE UPDATE ON public.sleep_records FOR EACH ROW WHEN (((new.op_id IS NOT NULL) AND ((((((old.date IS DISTINCT FROM new.date) OR (old.type IS DISTINCT FROM new.type)) OR (old.start_time IS DISTINCT FROM new.start_time)) OR (old.end_time IS DISTINCT FROM new.end_time)) OR (old."time" IS DISTINCT FROM new."time")) OR (old.duration IS DISTINCT FROM new.duration)))) EXECUTE FUNCTION public.duration_of_times();
CREATE TRIGGER a_lock BEFORE DELETE OR UPDATE ON public.sleep_records FOR EACH STATEMENT EXECUTE FUNCTION public.lock_before_statement();
CREATE TRIGGER a_taps_insert BEFORE INSERT ON public.sleep_records FOR EACH ROW WHEN (((new.tap IS NOT NULL) OR (new.taps <> '[]'::jsonb))) EXECUTE FUNCTION public.take_taps();
CREATE TRIGGER a_taps_update BEFORE UPDATE ON public.sleep_records FOR EACH ROW WHEN (((new.tap IS NOT NULL) OR ((((old.taps IS DISTINCT FROM new.taps) OR (old.wake_ups IS DISTINCT FROM new.wake_ups)) OR (old.feedings IS DISTINCT FROM new.feedings)) OR (old.diaper_changes IS DISTINCT FROM new.diaper_changes)))) EXECUTE FUNCTION public.take_taps();
CREATE TRIGGER b_insert BEFORE INSERT ON public.sleep_records FOR EACH ROW EXECUTE FUNCTION public.before_row_insert();
CREATE TRIGGER b_update BEFORE UPDATE ON public.sleep_records FOR EACH ROW EXECUTE FUNCTION public.before_row_update();
CREATE TRIGGER c_delete AFTER DELETE ON public.sleep_records FOR EACH ROW EXECUTE FUNCTION public.after_row_delete();
grant insert, select on public.sleep_records to anon;
grant delete, insert, select, update on public.sleep_records to authenticated;
grant delete, insert, select, update on public.sleep_records to service_role;

create table public.support_windows (
  family_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  hours text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  constraint support_windows_pkey PRIMARY KEY (family_id),
  constraint support_windows_family_id_fkey FOREIGN KEY (family_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint support_windows_hours_check CHECK ((char_length(hours) <= 120)),
  constraint support_windows_order_check CHECK (((ends_on >= starts_on) AND (ends_on <= (starts_on + 3650)))),
  constraint support_windows_range_check CHECK (((starts_on >= '2000-01-01'::date) AND (ends_on <= '2100-12-31'::date)))
);
alter table public.support_windows enable row level security;

create table public.sync_ops (
  user_id uuid not null,
  op_id uuid not null,
  noted_by xid8 not null default pg_current_xact_id(),
  constraint sync_ops_pkey PRIMARY KEY (user_id, op_id),
  constraint sync_ops_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.sync_ops enable row level security;

create table public.sync_state (
  user_id uuid not null,
  rev bigint not null default 0,
  access_rev bigint not null default 0,
  restores jsonb not null default '[]'::jsonb,
  constraint sync_state_pkey PRIMARY KEY (user_id),
  constraint sync_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
comment on column public.sync_state.restores is 'Each time that the database was restored: [{"id", "rev"}], the first one first; what had a higher rev then is gone.';
alter table public.sync_state enable row level security;
create policy "open families: read" on public.sync_state as permissive for select to authenticated
  using (((user_id = ( SELECT auth.uid() AS uid)) OR (user_id = ANY (( SELECT public.families_i_read() AS families_i_read)::uuid[]))));
create policy "second factor" on public.sync_state as restrictive for all to authenticated
  using (( SELECT public.is_second_factor_given() AS is_second_factor_given));
CREATE TRIGGER note_erased_account AFTER DELETE ON public.sync_state FOR EACH ROW EXECUTE FUNCTION public.note_erased_account();
grant select on public.sync_state to authenticated;
grant select on public.sync_state to service_role;

create table public.unknown_addresses (
  consultant_id uuid not null,
  asked_on date not null,
  asked integer not null,
  constraint unknown_addresses_pkey PRIMARY KEY (consultant_id),
  constraint unknown_addresses_consultant_id_fkey FOREIGN KEY (consultant_id) REFERENCES auth.users(id) ON DELETE CASCADE
);
alter table public.unknown_addresses enable row level security;

CREATE OR REPLACE FUNCTION nana.guard_security_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION nana.note_erased_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  salt text := gen_random_uuid();
begin
  insert into nana.erased_accounts (salt, id_hash, erased_at)
  values (salt, encode(sha256(convert_to(salt || old.id, 'UTF8')), 'hex'), greatest(now(), old.created_at));
  -- The list beside the database follows, whoever deleted the account.
  perform pg_notify('nana_leaving', old.id::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION nana.prune_security_log(keep_days integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform set_config('nana.retention', 'on', true);
  delete from nana.security_log where at < now() - make_interval(days => greatest(keep_days, 7));
  update nana.security_log set address = null where address is not null and at < now() - interval '30 days';
  perform set_config('nana.retention', 'off', true);
end
$function$;

CREATE OR REPLACE FUNCTION nana.tell_guests_of_closed_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.access_grants where family_id = new.id) then
    perform public.tell_access_change(new.id, new.id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION nana.tell_of_closed_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('nana_leaving', new.id::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION nana.tell_of_ended_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('nana_session_ended', old.id::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.accept_invitation(token text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_account();
  found_first public.access_invitations := public.invitation_of(token);
  why text;
  taken public.access_invitations;
  family uuid;
begin
  if found_first.id is not null then
    perform public.lock_for_access(found_first.family_id, caller);
    why := public.why_not_taken(found_first, caller);
    if why is not null then
      return jsonb_build_object('refused', why);
    end if;
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
    role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null,
    viewing_until = null;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (taken.family_id, 'joined', caller, taken.role, taken.name, taken.until);
  perform public.tell_access_change(taken.family_id, caller);
  return jsonb_build_object('family_id', taken.family_id);
end $function$;
grant execute on function public.accept_invitation(text) to authenticated;

CREATE OR REPLACE FUNCTION public.account_exists(account_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when exists (select from auth.users where id = account_id) then
      exists (select from auth.users where id = account_id and deleted_at is null)
    when public.was_erased(account_id) then false
  end;
$function$;
grant execute on function public.account_exists(uuid) to anon;
grant execute on function public.account_exists(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.after_row_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.answer_proposal(id uuid, taken boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := public.signed_in_account();
  consultant uuid;
begin
  if taken is null then
    raise check_violation using message = 'an answer is yes or no';
  end if;
  select p.consultant_id into consultant from public.plan_proposals as p
  where p.id = $1 and p.family_id = family and (p.answer is null or taken and p.answer = 'withdrawn');
  if not found then
    return false;
  end if;
  perform public.lock_for_access(family, consultant);
  update public.plan_proposals as p
  set answer = case when taken then 'taken' else 'declined' end, answered_at = now(),
    was_withdrawn = p.answer is not null
  where p.id = $1 and (p.answer is null or taken and p.answer = 'withdrawn');
  if not found then
    return false;
  end if;
  perform public.tell_access_change(family, family);
  return true;
end $function$;
grant execute on function public.answer_proposal(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.answer_question(id uuid, reply text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.answer_question(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.answer_question(id uuid, reply text, seen timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid;
  stored public.family_questions;
begin
  select q.family_id into family from public.family_questions as q where q.id = $1;
  perform public.hold_as_consultant(family);
  select * into stored from public.family_questions as q where q.id = $1;
  if stored.reply = btrim($2) then
    return;
  elsif stored.replied_at is distinct from seen then
    raise exception 'answered meanwhile';
  end if;
  perform public.answer_question($1, $2);
end $function$;
grant execute on function public.answer_question(uuid,text,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.answer_request(id uuid, accepted boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := public.signed_in_account();
  asked public.access_requests;
begin
  if accepted is null then
    raise check_violation using message = 'an answer is yes or no';
  end if;
  select * into asked from public.access_requests as r
  where r.id = $1 and r.family_id = family and r.answer is null and r.asked_at > now() - interval '30 days';
  if not found or public.staff_role_of(asked.consultant_id) is null then
    return false;
  end if;
  perform public.lock_for_access(family, asked.consultant_id);
  update public.access_requests as r
  set answer = case when accepted then 'accepted' else 'refused' end, answered_at = now()
  where r.id = $1 and r.answer is null;
  if not found then
    return false;
  end if;
  if accepted then
    update public.access_grants as g set until = greatest(g.until, asked.until)
    where g.family_id = family and g.account_id = asked.consultant_id and g.role = 'consultant'
      and g.ended_at is null and g.until > now();
    if not found then
      -- Somebody the family has let in another way meanwhile stays what they are.
      insert into public.access_grants (family_id, account_id, role, name, until)
      values (family, asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id), asked.until)
      on conflict (family_id, account_id) do update set
        role = excluded.role, name = excluded.name, until = excluded.until, granted_at = now(), ended_at = null,
        viewing_until = null
      where access_grants.ended_at is not null or access_grants.until <= now();
    end if;
    if found then
      insert into public.access_history (family_id, event, account_id, role, name, until)
      select g.family_id, 'joined', g.account_id, g.role, g.name, g.until from public.access_grants as g
      where g.family_id = family and g.account_id = asked.consultant_id;
    end if;
    -- They are as old as the request that said them: a yes to a later one takes their place.
    if public.sets_support(asked) then
      insert into public.support_windows (family_id, starts_on, ends_on, hours, updated_at)
      values (family, asked.starts_on, asked.ends_on, asked.hours, asked.asked_at)
      on conflict on constraint support_windows_pkey do update set
        starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours,
        updated_at = excluded.updated_at;
    end if;
  else
    insert into public.access_history (family_id, event, account_id, role, name, until)
    values (family, 'refused', asked.consultant_id, 'consultant', public.staff_name(asked.consultant_id),
      public.open_until(family, asked.consultant_id));
  end if;
  perform public.tell_access_change(family, asked.consultant_id);
  return true;
end $function$;
grant execute on function public.answer_request(uuid,boolean) to authenticated;

CREATE OR REPLACE FUNCTION public.are_taps(taps jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return jsonb_path_exists(taps, 'strict $ ? (@.size() <= 120)', '{}', true)
    and jsonb_path_query_array(
      taps,
      'strict $[*] ? (
        @."id".type() == "string" && @."id" like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
        && (@."kind" == "wake_ups" || @."kind" == "feedings" || @."kind" == "diaper_changes")
        && @."time".type() == "string" && @."time" like_regex "^([01][0-9]|2[0-3]):[0-5][0-9]$"
        && !exists(@.keyvalue() ? (@."key" != "id" && @."key" != "kind" && @."key" != "time"))
      )',
      '{}', true
    ) = taps;
end
$function$;
grant execute on function public.are_taps(jsonb) to authenticated;
grant execute on function public.are_taps(jsonb) to service_role;

CREATE OR REPLACE FUNCTION public.ask_consultant(question text, id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := public.signed_in_account();
  made uuid := coalesce($2, gen_random_uuid());
begin
  perform public.lock_sync_state(family);
  if exists (select from public.family_questions as q where q.id = made and q.family_id = family) then
    return made;
  end if;
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
  insert into public.family_questions (id, family_id, question) values (made, family, btrim($1));
  perform public.tell_access_change(family, family);
  return made;
end $function$;
grant execute on function public.ask_consultant(text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.ask_family(email text, purpose text, starts_on date, ends_on date, hours text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_staff();
  ends timestamptz := (ends_on + 31)::timestamp at time zone 'Europe/Madrid';
  family uuid;
  address text;
  waiting public.access_requests;
  asked uuid;
begin
  perform public.check_unknown_addresses(caller);
  if (select count(*) from public.access_requests as r
      where r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 200
  then
    raise check_violation using message = 'a consultant asks two hundred times a day at most';
  end if;
  if ends_on < public.provider_day(now()) then
    raise check_violation using message = 'that support is over';
  end if;
  perform public.check_support_start(starts_on);
  perform public.check_rules('public.access_requests', jsonb_build_object(
    'purpose', btrim($2), 'starts_on', $3, 'ends_on', $4, 'hours', coalesce(btrim($5), '')
  ));
  select u.id, u.email into family, address from auth.users as u
  where lower(u.email) = lower(btrim($1)) and public.is_account_open(u.id)
  order by u.is_sso_user, u.created_at, u.id limit 1;
  if family is null then
    perform public.count_unknown_address(caller);
    return jsonb_build_object('refused', 'unknown');
  elsif family = caller then
    return jsonb_build_object('refused', 'own');
  end if;
  perform public.lock_for_access(family, caller);
  if exists (select from public.access_grants as g
      where g.family_id = family and g.account_id = caller and g.ended_at is null
        and (g.until is null or g.until > now()) and (g.role <> 'consultant' or g.until >= ends))
  then
    return jsonb_build_object('refused', 'in');
  end if;
  delete from public.access_requests as r
  where r.family_id = family and r.consultant_id = caller
    and coalesce(r.answered_at, r.asked_at) <= now() - interval '30 days';
  select * into waiting from public.access_requests as r
  where r.family_id = family and r.consultant_id = caller and r.answer is null;
  if found then
    return case
      when (waiting.purpose, waiting.starts_on, waiting.ends_on, waiting.hours)
        = (btrim($2), $3, $4, coalesce(btrim($5), ''))
      then jsonb_build_object('id', waiting.id)
      else jsonb_build_object('refused', 'asked')
    end;
  end if;
  if exists (select from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.answer = 'refused'
        and r.answered_at > now() - interval '7 days')
  then
    return jsonb_build_object('refused', 'refused');
  end if;
  -- Each request is a line in the history, which only grows, and a change that the family's phones have to hear of.
  if (select count(*) from public.access_requests as r
      where r.family_id = family and r.consultant_id = caller and r.asked_at > now() - interval '1 day') >= 10
  then
    raise check_violation using message = 'a consultant asks a family ten times a day at most';
  end if;
  insert into public.access_requests (family_id, consultant_id, email, purpose, until, starts_on, ends_on, hours)
  values (family, caller, address, btrim($2), ends, $3, $4, coalesce(btrim($5), ''))
  returning id into asked;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (family, 'asked', caller, 'consultant', public.staff_name(caller), public.open_until(family, caller));
  perform public.tell_access_change(family, caller);
  return jsonb_build_object('id', asked);
end $function$;
grant execute on function public.ask_family(text,text,date,date,text) to authenticated;

CREATE OR REPLACE FUNCTION public.asked_for_longer(family uuid, consultant uuid, let_in_at timestamp with time zone)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('asked_at', l.asked_at, 'refused_at', l.answered_at)
  from (
    select * from public.access_requests as r
    where r.family_id = family and r.consultant_id = consultant and r.asked_at > let_in_at
    order by r.asked_at desc, r.id limit 1
  ) as l
  where coalesce(l.answered_at, l.asked_at) > now() - interval '30 days' and (l.answer is null or l.answer = 'refused')
$function$;

CREATE OR REPLACE FUNCTION public.before_row_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := auth.uid();
  holder uuid;
  taken boolean;
begin
  if new.user_id is null then
    return new;
  end if;
  if new.user_id is distinct from caller and public.is_foreign(new.user_id) then
    if public.is_replay_by_reader(new.user_id, new.op_id) then
      return null;
    end if;
    perform public.refuse_row(tg_table_name);
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
    select user_id into holder from public.sleep_records where id = new.id;
    if holder <> new.user_id and new.op_id is not null then
      raise unique_violation using
        message = 'duplicate key value violates unique constraint "sleep_records_pkey"',
        detail = format('Key (id)=(%s) already exists.', new.id),
        hint = 'Send the row with a new id.';
    end if;
    taken := coalesce(holder = new.user_id, false);
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
end $function$;

CREATE OR REPLACE FUNCTION public.before_row_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.user_id is distinct from old.user_id then
    if public.is_foreign(new.user_id) then
      perform public.refuse_row(tg_table_name);
    end if;
    raise insufficient_privilege using message = format('a row of "%s" stays with its user', tg_table_name);
  end if;
  if old.user_id is distinct from auth.uid() then
    if public.is_foreign(old.user_id) then
      if public.is_replay_by_reader(old.user_id, new.op_id) then
        return null;
      end if;
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
end $function$;

CREATE OR REPLACE FUNCTION public.birth_date_is_known()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.birth_date_known := true;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.change_access(account_id uuid, role text, name text, until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := public.signed_in_account();
begin
  if not public.is_let_in(family, account_id) then
    return;
  end if;
  perform public.lock_for_access(family, account_id);
  if not exists (select from public.access_grants as g
      where g.family_id = family and g.account_id = $1 and g.ended_at is null
        and (g.role, g.name, g.until) is distinct from ($2, btrim($3), $4))
  then
    return;
  end if;
  -- The history only grows, so what can be written there in a day is limited, as it is by the number of invitations.
  if (select count(*) from public.access_history as h
      where h.family_id = family and h.event = 'changed' and h.at > now() - interval '1 day') >= 100
  then
    raise check_violation using message = 'this family has changed access as often as it can in a day';
  end if;
  update public.access_grants as g set role = $2, name = btrim($3), until = $4
  where g.family_id = family and g.account_id = $1 and g.ended_at is null;
  insert into public.access_history (family_id, event, account_id, role, name, until)
  values (family, 'changed', $1, $2, btrim($3), $4);
  perform public.tell_access_change(family, account_id);
end $function$;
grant execute on function public.change_access(uuid,text,text,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.check_plan(first_wake_window text, naps_count integer, naps jsonb, night_bedtime text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.check_rules('public.sleep_plans', jsonb_build_object(
    'first_wake_window', $1, 'naps_count', $2, 'naps', $3, 'night_bedtime', $4
  ));
end $function$;

CREATE OR REPLACE FUNCTION public.check_rules(rules_of regclass, tried jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rule record;
  fits boolean;
begin
  for rule in
    select c.conname, pg_catalog.pg_get_expr(c.conbin, c.conrelid) as words from pg_catalog.pg_constraint as c
    where c.conrelid = rules_of and c.contype = 'c' and (
      select bool_and(tried ? a.attname::text) from pg_catalog.pg_attribute as a
      where a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    )
  loop
    execute format('select %s from jsonb_populate_record(null::%s, $1) as tried', rule.words, rules_of)
    into fits using tried;
    if fits is not true then
      raise check_violation using
        message = format('what is asked violates check constraint "%s"', rule.conname), constraint = rule.conname;
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.check_support_start(starts_on date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if starts_on > public.provider_day(now()) + 366 then
    raise check_violation using message = 'a support begins within a year';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.check_unknown_addresses(consultant uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.unknown_addresses as a
    where a.consultant_id = consultant and a.asked_on = public.provider_day(now()) and a.asked >= 200
  ) then
    raise check_violation using message = 'a consultant asks two hundred times a day at unknown addresses at most';
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.closed_to(consultant uuid)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    json_agg(json_build_object(
      'email', l.email, 'why', l.why, 'is_account_closed', l.is_account_closed, 'at', l.at
    ) order by l.at desc, l.family_id), '[]'::json
  )
  from (
    select * from (
      select distinct on (e.family_id) e.* from (
        select r.family_id, r.email, 'refused' as why, false as is_account_closed, r.answered_at as at
        from public.access_requests as r where r.consultant_id = consultant and r.answer = 'refused'
        union all
        select g.family_id, (
          select r.email from public.access_requests as r
          where r.family_id = g.family_id and r.consultant_id = consultant
          order by r.asked_at desc, r.id limit 1
        ), 'ended', g.is_open, case
          when not g.is_open then coalesce(g.ended_at, g.until)
          when g.banned_until > now() then g.updated_at
          else g.trial_ends_at::timestamptz
        end
        from (
          select a.*, u.deleted_at, u.banned_until, u.updated_at, u.raw_app_meta_data ->> 'trial_ends_at' as trial_ends_at,
            a.ended_at is null and (a.until is null or a.until > now()) as is_open
          from public.access_grants as a join auth.users as u on u.id = a.family_id
          where a.account_id = consultant and a.role = 'consultant'
        ) as g
        where not g.is_open
          or g.deleted_at is null and (g.banned_until > now() or public.is_past(g.trial_ends_at))
      ) as e
      order by e.family_id, e.is_account_closed desc, e.at desc
    ) as latest
    where latest.at > now() - interval '14 days'
      and (latest.is_account_closed or not exists (
        select from public.access_grants as g
        where g.family_id = latest.family_id and g.account_id = consultant and g.ended_at is null
          and (g.until is null or g.until > now())
      ) and not exists (
        select from public.access_requests as r
        where r.family_id = latest.family_id and r.consultant_id = consultant and r.answer is null
          and r.asked_at > now() - interval '30 days'
      ))
    order by latest.at desc, latest.family_id limit 50
  ) as l
$function$;

CREATE OR REPLACE FUNCTION public.consent_is_given_now()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.given_at := now();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.consultant_of(family uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_staff();
begin
  if not public.is_consulted(family, caller) then
    raise insufficient_privilege using message = 'this family is not open to you';
  end if;
  return caller;
end $function$;

CREATE OR REPLACE FUNCTION public.consulted_changes(families uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('revs', public.consulted_revs(families), 'all', public.state_of_families());
end $function$;
grant execute on function public.consulted_changes(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.consulted_families()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_staff();
begin
  return json_build_object(
    'all', public.state_of_families(),
    'families', coalesce((
      select json_agg(json_build_object(
        'family_id', g.family_id,
        'email', u.email,
        'baby_name', b.name,
        'owner_name', b.owner_name,
        'birth_date', case when b.birth_date_known then b.birth_date end,
        'time_zone', b.time_zone,
        'time_zone_since', b.time_zone_since,
        'granted_at', g.granted_at,
        'until', g.until,
        'trial_ends_at', u.raw_app_meta_data ->> 'trial_ends_at',
        'support', case when w.family_id is not null then json_build_object(
          'starts_on', w.starts_on, 'ends_on', w.ends_on, 'hours', w.hours
        ) end,
        'rev', coalesce(s.rev, 0),
        'access_rev', coalesce(s.access_rev, 0),
        'open_questions', (
          select count(*) from public.family_questions as q where q.family_id = g.family_id and q.reply is null
        ),
        'asked', public.asked_for_longer(g.family_id, caller, g.granted_at)
      ) order by g.granted_at, g.family_id)
      from unnest(public.families_i_consult()) as f (id)
      join public.access_grants as g on g.family_id = f.id and g.account_id = caller
      join auth.users as u on u.id = g.family_id
      left join public.baby_info as b on b.user_id = g.family_id
      left join public.support_windows as w on w.family_id = g.family_id
      left join public.sync_state as s on s.user_id = g.family_id
    ), '[]'::json),
    'requests', coalesce((
      select json_agg(json_build_object('id', r.id, 'email', r.email, 'asked_at', r.asked_at)
        order by r.asked_at, r.id)
      from public.access_requests as r
      where r.consultant_id = caller and r.answer is null and r.asked_at > now() - interval '30 days'
    ), '[]'::json),
    'closed', public.closed_to(caller)
  );
end $function$;
grant execute on function public.consulted_families() to authenticated;

CREATE OR REPLACE FUNCTION public.consulted_family(family_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.consultant_of(family_id);
begin
  return jsonb_build_object(
    'note', coalesce((
      select n.text from public.consultant_notes as n where n.family_id = $1 and n.consultant_id = caller
    ), ''),
    'proposals', coalesce((
      select jsonb_agg(to_jsonb(p) - '{family_id,consultant_id,was_withdrawn}'::text[] order by p.proposed_at desc, p.id)
      from (
        select * from public.plan_proposals as a
        where a.family_id = $1 and a.consultant_id = caller order by a.proposed_at desc, a.id limit 50
      ) as p
    ), '[]'::jsonb),
    'questions', coalesce((
      select jsonb_agg(to_jsonb(q) - 'family_id' order by q.asked_at desc, q.id)
      from (
        select * from public.family_questions as a where a.family_id = $1
        order by a.reply is not null, case when a.reply is null then a.asked_at end, a.asked_at desc, a.id limit 50
      ) as q
    ), '[]'::jsonb)
  );
end $function$;
grant execute on function public.consulted_family(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.consulted_revs(families uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_array(f.id, coalesce(s.rev, 0)) order by f.id)
    from unnest(public.families_i_consult()) as f (id)
    join (select distinct unnest(families)) as asked (id) on asked.id = f.id
    left join public.sync_state as s on s.user_id = f.id
  ), '[]'::jsonb);
end $function$;
grant execute on function public.consulted_revs(uuid[]) to authenticated;

CREATE OR REPLACE FUNCTION public.consulted_summaries(families uuid[], since date)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_staff();
  seen uuid[];
begin
  if cardinality(families) > 500 then
    raise check_violation using message = 'summaries of five hundred families at most are told at once';
  end if;
  -- So that two of the caller's own, asked for at once, lock the rows below one after the other.
  perform public.lock_sync_state(caller);
  seen := array(
    select f.id from unnest(public.families_i_consult()) as f (id)
    join (select distinct unnest(families)) as asked (id) on asked.id = f.id order by f.id
  );
  perform public.note_views(seen, caller, 'summary');
  update public.access_grants as g set last_seen_at = now()
  where g.account_id = caller and g.family_id = any (seen)
    and (g.last_seen_at is null or g.last_seen_at < now() - interval '10 minutes');
  return coalesce((
    select json_agg(json_build_object(
      'family_id', f.id,
      'rev', coalesce(s.rev, 0),
      'plan', case when p.id is not null then json_build_object(
        'first_wake_window', p.first_wake_window, 'naps_count', p.naps_count, 'naps', p.naps,
        'night_bedtime', p.night_bedtime
      ) end,
      'records', coalesce((
        select json_agg(
          json_build_array(r.date, r.type, r.start_time, r.end_time, r."time", r.wake_ups) order by r.date, r.id
        )
        from (
          select * from public.sleep_records as l
          where l.user_id = f.id and l.date >= since
            -- A list shows no more: whoever asks for years of them opens the family, which is told so.
            and l.date > (
              select max(n.date) - 35 from public.sleep_records as n
              where n.user_id = f.id and n.date <= public.provider_day(now()) + 1
            )
          order by l.date desc, l.start_time desc limit 500
        ) as r
      ), '[]'::json)
    ) order by f.id)
    from unnest(seen) as f (id)
    left join public.sleep_plans as p on p.user_id = f.id
    left join public.sync_state as s on s.user_id = f.id
  ), '[]'::json);
end $function$;
grant execute on function public.consulted_summaries(uuid[],date) to authenticated;

CREATE OR REPLACE FUNCTION public.count_guest_change(family uuid, guest uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today constant date := public.provider_day(now());
begin
  if exists (
    select from public.access_grants as g
    where g.family_id = family and g.account_id = guest and g.written_on = today and g.written >= 20000
  ) then
    -- A status by which a phone keeps the change and sends it again.
    raise sqlstate 'PT429' using message = 'this account has made all of its 20000 changes of today in this family';
  end if;
  -- Who holds the grant writes it without the family's counter: to wait for them could be a wait in a circle.
  update public.access_grants as g
  set written = case when g.written_on = today then g.written + 1 else 1 end, written_on = today
  where g.ctid = (
    select h.ctid from public.access_grants as h
    where h.family_id = family and h.account_id = guest for update skip locked
  );
end $function$;

CREATE OR REPLACE FUNCTION public.count_unknown_address(consultant uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := public.provider_day(now());
begin
  insert into public.unknown_addresses as a (consultant_id, asked_on, asked) values (consultant, today, 1)
  on conflict (consultant_id) do update
  set asked = case when a.asked_on = today then a.asked + 1 else 1 end, asked_on = today;
end $function$;

CREATE OR REPLACE FUNCTION public.delete_account(account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  begin
    perform public.lock_sync_state(account_id);
  exception when foreign_key_violation then
    return;
  end;
  delete from auth.users where id = account_id;
  -- A server that listens forgets the account's sessions at once, and answers who waits for changes.
  perform pg_notify('nana_leaving', account_id::text);
end $function$;

CREATE OR REPLACE FUNCTION public.delete_my_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  signed_in_at numeric := (
    select max((entry #>> '{}')::numeric)
    from jsonb_path_query(
      claims,
      '$.amr[*] ? (@.method != "token_refresh" && @.method != "totp" && !(@.method starts with "mfa/")).timestamp ? (@.type() == "number")'
    ) as entry
    where (entry #>> '{}')::numeric <= extract(epoch from now()) + 60
  );
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'nobody is signed in';
  end if;
  if signed_in_at is null or signed_in_at < extract(epoch from now()) - 600 then
    raise insufficient_privilege using
      message = 'the sign-in is too long ago',
      hint = 'Sign in again, and delete the account within ten minutes.';
  end if;
  if not public.is_second_factor_given() then
    raise insufficient_privilege using message = 'the second factor is missing';
  end if;
  perform public.delete_account(auth.uid());
end $function$;
grant execute on function public.delete_my_account() to authenticated;

CREATE OR REPLACE FUNCTION public.delete_template(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.signed_in_staff();
  delete from public.plan_templates as t where t.id = $1;
end $function$;
grant execute on function public.delete_template(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.duration_of_times()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.end_access(account_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.end_grant(public.signed_in_account(), account_id, 'ended');
end $function$;
grant execute on function public.end_access(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.end_grant(family uuid, account uuid, how text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.families_i_consult()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_staff();
begin
  return array(
    select g.family_id from public.access_grants as g join auth.users as u on u.id = g.family_id
    where g.account_id = caller and g.role = 'consultant' and g.ended_at is null
      and (g.until is null or g.until > now())
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $function$;

CREATE OR REPLACE FUNCTION public.families_i_read()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select g.family_id from public.access_grants as g join auth.users as u on u.id = g.family_id
    where g.account_id = auth.uid() and g.ended_at is null and (g.until is null or g.until > now())
      and (g.role <> 'consultant' or (g.viewing_until > now() and (select public.staff_role()) is not null))
      and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $function$;
grant execute on function public.families_i_read() to authenticated;

CREATE OR REPLACE FUNCTION public.families_i_write()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.families_i_write() to authenticated;

CREATE OR REPLACE FUNCTION public.families_in_sight()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return auth.uid() || public.families_i_read();
end $function$;
grant execute on function public.families_in_sight() to authenticated;

CREATE OR REPLACE FUNCTION public.guard_access_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' and not exists (select from auth.users where id = old.family_id) then
    return old;
  end if;
  raise insufficient_privilege using message = 'the history of access only grows';
end $function$;

CREATE OR REPLACE FUNCTION public.hashed_accesses()
 RETURNS TABLE(id_hash text, family_id uuid, account_id uuid, event text, at timestamp with time zone, ends_at timestamp with time zone, lowered_to text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(g.family_id::text || g.account_id, 'UTF8')), 'hex'),
    g.family_id, g.account_id, last.event, last.at,
    coalesce(g.ended_at, case when g.until < '9999-01-01Z' or g.role = 'consultant'
      then least(greatest(g.until, '1970-01-01Z'), '9998-12-31Z') end),
    case when g.role <> 'carer' and g.ended_at is null and exists (
      select from public.access_history as h
      where h.family_id = g.family_id and h.account_id = g.account_id and h.role = 'carer'
        and h.event in ('joined', 'changed')
    ) then g.role end
  from public.access_grants as g
  cross join lateral (
    select h.event, h.at from public.access_history as h
    where h.family_id = g.family_id and h.account_id = g.account_id
      and h.event in ('joined', 'changed', 'ended', 'left')
    order by h.at desc limit 1
  ) as last
$function$;

CREATE OR REPLACE FUNCTION public.hold_as_consultant(family uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.lock_for_access(family, public.consultant_of(family));
  return public.consultant_of(family);
end $function$;

CREATE OR REPLACE FUNCTION public.instant_in(zone text, local_date date, local_time text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.invitation_of(token text)
 RETURNS public.access_invitations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i from public.access_invitations as i
  where i.token_hash = sha256(convert_to(token, 'UTF8')) and i.expires_at > now() and i.taken_by is null
    and public.is_account_open(i.family_id)
$function$;

CREATE OR REPLACE FUNCTION public.invite_to_family(role text, name text, until timestamp with time zone, id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := public.signed_in_account();
  session_id text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  made public.access_invitations;
  invited integer;
  let_in integer;
begin
  perform public.lock_sync_state(family);
  -- Whoever closes the account holds its row: either the session is seen to be gone, or this invitation is seen.
  perform from auth.users as u where u.id = family for share;
  -- A token that was made by hand names no session.
  if session_id is not null
    and not exists (select from auth.sessions as s where s.user_id = family and s.id::text = lower(session_id))
  then
    raise insufficient_privilege using message = 'the session is over';
  end if;
  delete from public.access_invitations as i where i.family_id = family and i.expires_at <= now();
  update public.access_invitations as i set token_hash = sha256(convert_to(token, 'UTF8')), expires_at = default
  where i.id = $4 and i.family_id = family and i.taken_by is null
    and (i.role, i.name, i.until) is not distinct from ($1, btrim($2), $3)
  returning i.* into made;
  if found then
    return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
  end if;
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
  insert into public.access_invitations (id, family_id, token_hash, role, name, until)
  values (coalesce($4, gen_random_uuid()), family, sha256(convert_to(token, 'UTF8')), $1, btrim($2), $3)
  returning * into made;
  insert into public.access_history (family_id, event, role, name, until)
  values (family, 'invited', made.role, made.name, made.until);
  return jsonb_build_object('id', made.id, 'token', token, 'expires_at', made.expires_at);
end $function$;
grant execute on function public.invite_to_family(text,text,timestamp with time zone,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.is_account_open(account uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from auth.users as u
    where u.id = account and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())
      and (
        u.raw_app_meta_data ->> 'trial_ends_at' is null
        or not public.is_past(u.raw_app_meta_data ->> 'trial_ends_at')
      )
  );
end $function$;

CREATE OR REPLACE FUNCTION public.is_consulted(family uuid, consultant uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return public.staff_role_of(consultant) is not null and public.is_account_open(family) and exists (
    select from public.access_grants as g
    where g.family_id = family and g.account_id = consultant and g.role = 'consultant'
      and g.ended_at is null and (g.until is null or g.until > now())
  );
end $function$;

CREATE OR REPLACE FUNCTION public.is_foreign(owner_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if owner_id is null then
    return true;
  end if;
  return owner_id is distinct from auth.uid()
    and current_setting('role', true) in ('anon', 'authenticated')
    and not coalesce(owner_id = any (public.families_i_write()), false);
end $function$;

CREATE OR REPLACE FUNCTION public.is_let_in(family uuid, account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.access_grants as g
    where g.family_id = family and g.account_id = account and g.ended_at is null
  )
$function$;

CREATE OR REPLACE FUNCTION public.is_past(moment text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return moment::timestamptz <= now();
exception when data_exception then
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.is_replay(owner_id uuid, op uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  return op is not null and exists (
    select from public.sync_ops
    where user_id = owner_id and op_id = op and noted_by <> pg_current_xact_id()
  );
end $function$;

CREATE OR REPLACE FUNCTION public.is_replay_by_reader(family uuid, op uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return family = any (public.families_i_read()) and public.is_replay(family, op);
end $function$;

CREATE OR REPLACE FUNCTION public.is_second_factor_given()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'aal', 'aal1') <> 'aal1'
    or not exists (
      select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
    )
$function$;
grant execute on function public.is_second_factor_given() to authenticated;

CREATE OR REPLACE FUNCTION public.keep_plan_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.plan_versions (family_id, last_day, first_wake_window, naps_count, naps, night_bedtime)
  select u.id, public.provider_day(now()),
    old.first_wake_window, old.naps_count, old.naps, old.night_bedtime
  from auth.users as u where u.id = old.user_id
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.leave_family(family_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.end_grant(family_id, public.signed_in_account(), 'left');
end $function$;
grant execute on function public.leave_family(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.lock_before_statement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller constant uuid := auth.uid();
  family uuid;
  last_counter uuid := caller;
  has_own boolean := false;
begin
  if caller is not null and pg_trigger_depth() = 1 then
    -- Before the counters, so that nobody waits for who may write nothing.
    if not public.is_second_factor_given() then
      raise sqlstate 'PT401' using message = 'the second factor is missing';
    end if;
    for family in
      select user_id from public.sync_state
      where user_id = any (
        array(select g.family_id from public.access_grants as g
          where g.account_id = caller and g.role = 'carer' and g.ended_at is null
            and (g.until is null or g.until > now()))
        || caller
      )
      order by user_id for update
    loop
      has_own := has_own or family = caller;
      last_counter := greatest(last_counter, family);
    end loop;
    -- The counter that the first write makes is waited for by nobody else: whoever lets somebody in has one already.
    if not has_own then
      perform public.lock_sync_state(caller);
    end if;
    perform set_config('nana.last_counter', last_counter::text, true);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_counter_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_counter constant uuid := nullif(current_setting('nana.last_counter', true), '');
begin
  if last_counter = new.user_id then
    return new;
  end if;
  -- No stranger waits for a family, or keeps it waiting: the next trigger refuses the row. That one asks all that there
  -- is to ask, which may be another answer after the wait.
  if new.user_id is distinct from auth.uid() and current_setting('role', true) in ('anon', 'authenticated')
    and not exists (
      select from public.access_grants as g
      where g.family_id = new.user_id and g.account_id = auth.uid() and g.role = 'carer' and g.ended_at is null
        and (g.until is null or g.until > now())
    )
  then
    return new;
  end if;
  if last_counter > new.user_id then
    perform from public.sync_state where user_id = new.user_id for update skip locked;
    if found then
      return new;
    end if;
    -- A status by which a client sends it again, and not an error of the server's.
    if exists (select from public.sync_state where user_id = new.user_id) then
      raise sqlstate 'PT429' using
        message = 'another change of one of these families is under way',
        hint = 'Send it again, or the rows of each family by themselves.';
    end if;
  end if;
  perform public.lock_sync_state(new.user_id);
  perform set_config('nana.last_counter', greatest(last_counter, new.user_id)::text, true);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_for_access(family uuid, account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.lock_sync_state(least(family, account));
  perform public.lock_sync_state(greatest(family, account));
end $function$;

CREATE OR REPLACE FUNCTION public.lock_sync_state(owner_id uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from public.sync_state where user_id = owner_id for update;
  if not found then
    insert into public.sync_state (user_id) select id from auth.users where id = owner_id
    on conflict do nothing;
    perform from public.sync_state where user_id = owner_id for update;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.look_at_invitation(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'baby_name', b.name, 'owner_name', b.owner_name, 'name', i.name, 'role', i.role, 'until', i.until,
    'expires_at', i.expires_at,
    'refused', case when (select auth.uid()) is not null then public.why_not_taken(i, (select auth.uid())) end
  )
  from public.invitation_of(token) as i left join public.baby_info as b on b.user_id = i.family_id
  where i.id is not null
$function$;
grant execute on function public.look_at_invitation(text) to anon;
grant execute on function public.look_at_invitation(text) to authenticated;

CREATE OR REPLACE FUNCTION public.madrid_instant(local_date date, local_time text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when summer at time zone 'Europe/Madrid' = wall then summer
    when winter at time zone 'Europe/Madrid' = wall then winter
    else (local_date + time '01:00') at time zone 'UTC'
  end
  from (select local_date + local_time::time as wall) as w,
    lateral (select (wall - interval '2 hours') at time zone 'UTC' as summer) as s,
    lateral (select (wall - interval '1 hour') at time zone 'UTC' as winter) as t
$function$;

CREATE OR REPLACE FUNCTION public.my_families()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_account();
begin
  update public.access_grants set last_seen_at = now()
  where account_id = caller and ended_at is null and role <> 'consultant'
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
      'people', coalesce((
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
          'last_seen_at', greatest(p.last_seen_at, case when f.role = 'owner' then public.seen_since(p) end),
          'email', case when f.role = 'owner' then public.told_address(p) end
        ) order by p.granted_at, p.account_id)
        from public.access_grants as p where p.family_id = f.family_id
      ), '[]'::jsonb),
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
      where g.account_id = caller and g.role <> 'consultant'
        and g.ended_at is null and (g.until is null or g.until > now())
    ) as f
    left join public.baby_info as b on b.user_id = f.family_id
    left join public.sync_state as s on s.user_id = f.family_id
  );
end $function$;
grant execute on function public.my_families() to authenticated;

CREATE OR REPLACE FUNCTION public.my_staff_role()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'role', public.staff_role_of(auth.uid()),
    'name', public.staff_name(auth.uid()),
    'is_second_factor_given', public.staff_role() is not null
  );
end $function$;
grant execute on function public.my_staff_role() to authenticated;

CREATE OR REPLACE FUNCTION public.my_support()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := public.signed_in_account();
begin
  return jsonb_build_object(
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'name', public.staff_name(r.consultant_id), 'purpose', r.purpose, 'until', r.until,
        'starts_on', coalesce(w.starts_on, r.starts_on), 'ends_on', coalesce(w.ends_on, r.ends_on),
        'hours', coalesce(w.hours, r.hours), 'asked_at', r.asked_at,
        'open_until', public.open_until(family, r.consultant_id)
      ) order by r.asked_at, r.id)
      from public.access_requests as r
      left join public.support_windows as w on w.family_id = r.family_id and not public.sets_support(r)
      where r.family_id = family and r.answer is null and r.asked_at > now() - interval '30 days'
        and public.staff_role_of(r.consultant_id) is not null
    ), '[]'::jsonb),
    'support', (
      select jsonb_build_object('starts_on', s.starts_on, 'ends_on', s.ends_on, 'hours', s.hours)
      from public.support_windows as s where s.family_id = family
    ),
    'proposals', coalesce((
      select jsonb_agg(
        to_jsonb(p) - '{family_id,consultant_id,answer,answered_at,was_withdrawn}'::text[]
        || jsonb_build_object('name', public.staff_name(p.consultant_id))
        order by p.proposed_at, p.id
      )
      from public.plan_proposals as p
      where p.family_id = family and p.answer is null and public.is_consulted(family, p.consultant_id)
    ), '[]'::jsonb),
    'questions', coalesce((
      select jsonb_agg(to_jsonb(q) - 'family_id' order by q.asked_at desc, q.id)
      from (
        select * from public.family_questions as f
        where f.family_id = family
        order by greatest(f.asked_at, f.replied_at) desc, f.id limit 20
      ) as q
    ), '[]'::jsonb)
  );
end $function$;
grant execute on function public.my_support() to authenticated;

CREATE OR REPLACE FUNCTION public.next_rev(owner_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  guest constant uuid := nullif(auth.uid(), owner_id);
  next bigint;
begin
  if guest is not null then
    perform public.count_guest_change(owner_id, guest);
  end if;
  update public.sync_state set rev = rev + 1 where user_id = owner_id returning rev into next;
  if next > 500000 then
    raise check_violation using message = 'this account has made all of its 500000 changes';
  end if;
  if next > 400000 and guest is not null then
    raise check_violation using message = 'others have made all of their 400000 changes in this family';
  end if;
  return coalesce(next, 0);
end $function$;

CREATE OR REPLACE FUNCTION public.note_erased_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if to_regclass('nana.erased_accounts') is null then
    insert into public.erased_accounts (id_hash) values (sha256(convert_to(old.user_id::text, 'UTF8')))
    on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.note_op(owner_id uuid, op uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if op is not null then
    insert into public.sync_ops (user_id, op_id) select owner_id, op from auth.users where id = owner_id
    on conflict do nothing;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.note_restore(late boolean DEFAULT false)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  -- A family that had made no change yet has no counter.
  insert into public.sync_state (user_id) select id from auth.users on conflict do nothing;
  update public.sync_state
  set restores = restores || jsonb_build_object('id', gen_random_uuid(), 'rev', case when late then 0 else rev end);
$function$;

CREATE OR REPLACE FUNCTION public.note_views(families uuid[], consultant uuid, viewed text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.access_history (family_id, event, account_id, role, name, part)
  select g.family_id, 'viewed', g.account_id, g.role, g.name, viewed
  from unnest(families) as f (id)
  join public.access_grants as g on g.family_id = f.id and g.account_id = consultant
  join auth.users as u on u.id = f.id
  order by g.family_id
  for key share of u
  on conflict do nothing
$function$;

CREATE OR REPLACE FUNCTION public.open_family(family_id uuid, part text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.hold_as_consultant(family_id);
begin
  if $2 = 'summary' then
    raise check_violation using message = 'a summary is told by consulted_summaries';
  end if;
  perform public.note_views(array[$1], caller, 'diary');
  if $2 is distinct from 'diary' then
    perform public.note_views(array[$1], caller, $2);
  end if;
  update public.access_grants as g
  set last_seen_at = now(), viewing_until = (public.provider_day(now()) + 1)::timestamp at time zone 'Europe/Madrid'
  where g.family_id = $1 and g.account_id = caller;
end $function$;
grant execute on function public.open_family(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.open_until(family uuid, consultant uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select g.until from public.access_grants as g
  where g.family_id = family and g.account_id = consultant and public.is_consulted(family, consultant)
$function$;

CREATE OR REPLACE FUNCTION public.plan_templates()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.signed_in_staff();
  return coalesce((
    select jsonb_agg(to_jsonb(t) order by t.from_months, t.to_months, t.name, t.id)
    from public.plan_templates as t
  ), '[]'::jsonb);
end $function$;
grant execute on function public.plan_templates() to authenticated;

CREATE OR REPLACE FUNCTION public.propose_plan(family_id uuid, sentence text, first_wake_window text, naps_count integer, naps jsonb, night_bedtime text, id uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.hold_as_consultant(family_id);
  made uuid := coalesce($7, gen_random_uuid());
  known public.plan_proposals;
begin
  select * into known from public.plan_proposals as p
  where p.id = made and p.family_id = $1 and p.consultant_id = caller;
  if found then
    return case when known.answer is null then made end;
  end if;
  perform public.write_as_consultant(family_id);
  perform public.check_plan($3, $4, $5, $6);
  update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
  where p.family_id = $1 and p.consultant_id = caller and p.answer is null;
  insert into public.plan_proposals
    (id, family_id, consultant_id, sentence, first_wake_window, naps_count, naps, night_bedtime)
  values (made, $1, caller, btrim($2), $3, $4, $5, $6);
  perform public.tell_access_change(family_id, caller);
  return made;
end $function$;
grant execute on function public.propose_plan(uuid,text,text,integer,jsonb,text,uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.provider_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (moment at time zone 'Europe/Madrid')::date
$function$;

CREATE OR REPLACE FUNCTION public.refuse_ended_trial(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  ends_at timestamptz;
begin
  begin
    ends_at := (event -> 'claims' -> 'app_metadata' ->> 'trial_ends_at')::timestamptz;
  exception when data_exception then
    -- What is no date ends nothing.
    return event;
  end;
  if ends_at is null or ends_at > now() then
    return event;
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403,
    'message', format(
      'Tu periodo de prueba terminó el %s. Tus registros siguen guardados: escríbenos para continuar.',
      to_char(ends_at at time zone 'Europe/Madrid', 'DD/MM/YYYY'))
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_row(table_name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise insufficient_privilege using
    message = format('new row violates row-level security policy for table "%s"', table_name);
end $function$;

CREATE OR REPLACE FUNCTION public.save_note(family_id uuid, text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.consultant_of(family_id);
begin
  insert into public.consultant_notes (family_id, consultant_id, text) values ($1, caller, $2)
  on conflict on constraint consultant_notes_pkey do update set text = excluded.text, updated_at = now();
end $function$;
grant execute on function public.save_note(uuid,text) to authenticated;

CREATE OR REPLACE FUNCTION public.save_note(family_id uuid, text text, seen text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.consultant_of(family_id);
  stands text;
begin
  insert into public.consultant_notes as n (family_id, consultant_id, text) values ($1, caller, $2)
  on conflict on constraint consultant_notes_pkey do update set text = excluded.text, updated_at = now()
  where n.text in ($3, excluded.text);
  if not found then
    select n.text into stands from public.consultant_notes as n where n.family_id = $1 and n.consultant_id = caller;
  end if;
  return stands;
end $function$;
grant execute on function public.save_note(uuid,text,text) to authenticated;

CREATE OR REPLACE FUNCTION public.save_template(id uuid, name text, from_months integer, to_months integer, first_wake_window text, naps_count integer, naps jsonb, night_bedtime text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.save_template(uuid,text,integer,integer,text,integer,jsonb,text) to authenticated;

CREATE OR REPLACE FUNCTION public.save_template(id uuid, name text, from_months integer, to_months integer, first_wake_window text, naps_count integer, naps jsonb, night_bedtime text, seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stands public.plan_templates;
  is_saved boolean;
begin
  perform public.signed_in_staff();
  select * into stands from public.plan_templates as t where t.id = $1 for update;
  is_saved := not found or stands.updated_at is not distinct from seen
    or (stands.name, stands.from_months, stands.to_months, stands.first_wake_window, stands.naps_count, stands.naps,
      stands.night_bedtime) is not distinct from (btrim($2), $3, $4, $5, $6, $7, $8);
  if is_saved then
    perform public.save_template($1, $2, $3, $4, $5, $6, $7, $8);
    select * into stands from public.plan_templates as t where t.id = $1;
  end if;
  return jsonb_build_object('saved', is_saved, 'template', to_jsonb(stands));
end $function$;
grant execute on function public.save_template(uuid,text,integer,integer,text,integer,jsonb,text,timestamp with time zone) to authenticated;

CREATE OR REPLACE FUNCTION public.seen_since(let_in public.access_grants)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(seen.at)
  from auth.sessions as s, lateral (select coalesce(s.refreshed_at at time zone 'UTC', s.created_at) as at) as seen
  where s.user_id = (let_in).account_id and seen.at >= (let_in).granted_at
    and (let_in).role <> 'consultant' and (let_in).ended_at is null
$function$;

CREATE OR REPLACE FUNCTION public.set_support(family_id uuid, starts_on date, ends_on date, hours text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.hold_as_consultant(family_id);
  agreed public.support_windows;
begin
  select * into agreed from public.support_windows as w where w.family_id = $1;
  if (agreed.starts_on, agreed.ends_on, agreed.hours) is not distinct from ($2, $3, coalesce(btrim($4), '')) then
    return;
  end if;
  if agreed.starts_on is distinct from $2 then
    perform public.check_support_start($2);
  end if;
  perform public.write_as_consultant(family_id);
  insert into public.support_windows (family_id, starts_on, ends_on, hours)
  values ($1, $2, $3, coalesce(btrim($4), ''))
  on conflict on constraint support_windows_pkey do update set
    starts_on = excluded.starts_on, ends_on = excluded.ends_on, hours = excluded.hours, updated_at = now();
  insert into public.access_history (family_id, event, account_id, role, name)
  select g.family_id, 'supported', g.account_id, g.role, g.name from public.access_grants as g
  where g.family_id = $1 and g.account_id = caller;
  perform public.tell_access_change(family_id, caller);
end $function$;
grant execute on function public.set_support(uuid,date,date,text) to authenticated;

CREATE OR REPLACE FUNCTION public.set_support(family_id uuid, starts_on date, ends_on date, hours text, seen jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stands jsonb;
begin
  perform public.hold_as_consultant(family_id);
  select jsonb_build_object('starts_on', w.starts_on, 'ends_on', w.ends_on, 'hours', w.hours) into stands
  from public.support_windows as w where w.family_id = $1;
  if stands is distinct from seen
    and stands <> jsonb_build_object('starts_on', $2, 'ends_on', $3, 'hours', coalesce(btrim($4), ''))
  then
    return stands;
  end if;
  perform public.set_support($1, $2, $3, $4);
  return null;
end $function$;
grant execute on function public.set_support(uuid,date,date,text,jsonb) to authenticated;

CREATE OR REPLACE FUNCTION public.sets_support(asked public.access_requests)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not exists (
    select from public.support_windows as w
    where w.family_id = asked.family_id and (
      w.updated_at > asked.asked_at
      or w.ends_on >= public.provider_day(now()) and exists (
        select from public.access_grants as g
        where g.family_id = w.family_id and g.account_id <> asked.consultant_id
          and public.is_consulted(w.family_id, g.account_id)
      )
    )
  )
$function$;

CREATE OR REPLACE FUNCTION public.signed_in_account()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'nobody is signed in';
  end if;
  if not public.is_second_factor_given() then
    raise insufficient_privilege using message = 'the second factor is missing';
  end if;
  return auth.uid();
end $function$;

CREATE OR REPLACE FUNCTION public.signed_in_staff()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if public.staff_role() is null then
    raise insufficient_privilege using message = 'this is for the provider''s staff, with their second factor';
  end if;
  return auth.uid();
end $function$;

CREATE OR REPLACE FUNCTION public.staff_name(account uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(coalesce(
    nullif(btrim(u.raw_app_meta_data ->> 'staff_name', E' \t\r\n'), ''), nullif(split_part(u.email, '@', 1), ''),
    'Profesional'
  ), 40)
  from auth.users as u where u.id = account
$function$;

CREATE OR REPLACE FUNCTION public.staff_role()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'aal', 'aal1') = 'aal1' then
    return null;
  end if;
  return public.staff_role_of(auth.uid());
end $function$;

CREATE OR REPLACE FUNCTION public.staff_role_of(account uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  role text;
begin
  select u.raw_app_meta_data ->> 'staff_role' into role from auth.users as u
  where u.id = account and public.is_account_open(u.id);
  return case when role in ('consultant', 'admin') then role end;
end $function$;

CREATE OR REPLACE FUNCTION public.state_of_families()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select encode(sha256(convert_to(
    string_agg(f.id || ' ' || coalesce(s.access_rev, 0), ',' order by f.id), 'UTF8'
  )), 'hex')
  from unnest(public.families_i_consult() || auth.uid()) as f (id)
  left join public.sync_state as s on s.user_id = f.id
$function$;

CREATE OR REPLACE FUNCTION public.take_back_answer(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  family uuid := public.signed_in_account();
  consultant uuid;
  is_over boolean;
begin
  select p.consultant_id into consultant from public.plan_proposals as p
  where p.id = $1 and p.family_id = family and p.answer in ('taken', 'declined');
  if not found then
    return false;
  end if;
  perform public.lock_for_access(family, consultant);
  is_over := exists (
    select from public.plan_proposals as p
    where p.family_id = family and p.consultant_id = consultant
      and (p.answer is null or p.id = $1 and p.was_withdrawn)
  );
  update public.plan_proposals as p set
    answer = case when is_over then 'withdrawn' end, answered_at = case when is_over then now() end,
    was_withdrawn = false
  where p.id = $1 and p.answer in ('taken', 'declined');
  if not found then
    return false;
  end if;
  perform public.tell_access_change(family, family);
  return true;
end $function$;
grant execute on function public.take_back_answer(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.take_taps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.tap_entries(taps jsonb)
 RETURNS TABLE(entry jsonb, place bigint)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select t.entry, t.place
  from jsonb_array_elements(case jsonb_typeof(taps) when 'array' then taps else '[]' end)
    with ordinality as t (entry, place)
$function$;

CREATE OR REPLACE FUNCTION public.tap_total(taps jsonb, kind text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select count(*)::integer from public.tap_entries(taps) as t where t.entry ->> 'kind' = kind
$function$;

CREATE OR REPLACE FUNCTION public.tap_undone_id(record_id uuid, tap_id text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select md5(record_id::text || ' ' || tap_id)::uuid
$function$;

CREATE OR REPLACE FUNCTION public.tell_access_change(family uuid, account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.sync_state set rev = rev + 1, access_rev = rev + 1 where user_id in (family, account);
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_notify('nana_access', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.told_address(let_in public.access_grants)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.email
  from auth.users as u
  where u.id = (let_in).account_id and u.deleted_at is null and (let_in).role <> 'consultant'
    and not coalesce(u.email_change_sent_at > least((let_in).ended_at, (let_in).until), false)
    and not exists (
      select from auth.identities as i
      where i.user_id = u.id and i.provider = 'email' and i.updated_at > least((let_in).ended_at, (let_in).until)
    )
$function$;

CREATE OR REPLACE FUNCTION public.void_invitations(family uuid)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (
    delete from public.access_invitations as i
    where i.family_id = family and i.taken_by is null and i.expires_at > now()
    returning i.*
  ), told as (
    insert into public.access_history (family_id, event, role, name, until)
    select g.family_id, 'voided', g.role, g.name, g.until from gone as g
    returning id
  )
  select count(*)::integer from told
$function$;

CREATE OR REPLACE FUNCTION public.was_erased(account_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  erased boolean;
begin
  if to_regclass('nana.erased_accounts') is null then
    return exists (
      select from public.erased_accounts where id_hash = sha256(convert_to($1::text, 'UTF8'))
    );
  end if;
  execute $sql$
    select exists (
      select from nana.erased_accounts where id_hash = encode(sha256(convert_to(salt || $1, 'UTF8')), 'hex')
    )
  $sql$ into erased using account_id::text;
  return erased;
end $function$;

CREATE OR REPLACE FUNCTION public.why_not_taken(invitation public.access_invitations, caller uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when (invitation).family_id = caller then 'own'
    when (invitation).role = 'consultant' and public.staff_role() is null then 'staff'
    when exists (
      select from public.access_grants as g
      where g.family_id = (invitation).family_id and g.account_id = caller and g.ended_at is null
        and (g.until is null or g.until > now()) and not (g.role = 'consultant' and (invitation).role = 'consultant')
    ) then 'inside'
  end
$function$;

CREATE OR REPLACE FUNCTION public.withdraw_invitation(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$;
grant execute on function public.withdraw_invitation(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.withdraw_open_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
  where p.family_id = new.family_id and p.consultant_id = new.account_id and p.answer is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.withdraw_proposal(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
begin
  select p.family_id into family from public.plan_proposals as p
  where p.id = $1 and p.consultant_id = caller and p.answer is null;
  if found then
    perform public.lock_for_access(family, caller);
    update public.plan_proposals as p set answer = 'withdrawn', answered_at = now()
    where p.id = $1 and p.answer is null;
    if found then
      perform public.tell_access_change(family, caller);
    end if;
  end if;
  return exists (
    select from public.plan_proposals as p
    where p.id = $1 and p.consultant_id = caller and p.answer = 'withdrawn'
  );
end $function$;
grant execute on function public.withdraw_proposal(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.withdraw_request(id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.signed_in_staff();
  family uuid;
begin
  select r.family_id into family from public.access_requests as r
  where r.id = $1 and r.consultant_id = caller and r.answer is null;
  if found then
    perform public.lock_for_access(family, caller);
    update public.access_requests as r set answer = 'withdrawn', answered_at = now()
    where r.id = $1 and r.answer is null;
    if found then
      perform public.tell_access_change(family, caller);
    end if;
  end if;
  return exists (
    select from public.access_requests as r
    where r.id = $1 and r.consultant_id = caller and r.answer = 'withdrawn'
  );
end $function$;
grant execute on function public.withdraw_request(uuid) to authenticated;

CREATE OR REPLACE FUNCTION public.write_as_consultant(family uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caller uuid := public.hold_as_consultant(family);
  today date := public.provider_day(now());
begin
  update public.access_grants as g
  set written = case when g.written_on = today then g.written + 1 else 1 end, written_on = today
  where g.family_id = family and g.account_id = caller and (g.written_on is distinct from today or g.written < 200);
  if not found then
    raise check_violation using message = 'a consultant writes to a family two hundred times a day at most';
  end if;
  return caller;
end $function$;
