-- For hosted Supabase: a trial account that is over gets no token. Switch it on there as the hook «Customize Access
-- Token» (Authentication → Hooks); our own server refuses such accounts itself, with the same words.

create function public.refuse_ended_trial(event jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
$$;

-- Only whoever issues tokens asks.
revoke all on function public.refuse_ended_trial(jsonb) from public, anon, authenticated, service_role;
do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'supabase_auth_admin') then
    grant execute on function public.refuse_ended_trial(jsonb) to supabase_auth_admin;
  end if;
end $$;
