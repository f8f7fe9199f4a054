-- Ten codes in place of a second factor that was lost, each for once: ours, not hosted Supabase's. Kept are only
-- hashes. They go with their factor. A copy goes without them, and where accounts are made anew, so is this.
drop table if exists nana.recovery_codes;
create table nana.recovery_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null default now(),
  primary key (factor_id, code_hash)
);

revoke all on nana.recovery_codes from public, anon, authenticated, service_role;
