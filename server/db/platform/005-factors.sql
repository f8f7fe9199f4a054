-- Second factors, with hosted Supabase's names.
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');

create table auth.mfa_factors (
  id uuid not null primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Sealed with a key of the server's; never in the clear.
  secret text,
  phone text,
  last_challenged_at timestamptz,
  -- The time step of the last code that was accepted: none counts twice. Ours alone.
  last_totp_step bigint
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id, created_at);

create table auth.mfa_challenges (
  id uuid not null primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ip_address inet,
  otp_code text
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id, created_at);

revoke all on auth.mfa_factors, auth.mfa_challenges from public, anon, authenticated, service_role;
