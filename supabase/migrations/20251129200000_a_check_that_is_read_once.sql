-- PostgreSQL reads the checks of a table anew with every statement that writes to it, and the paths that taps are
-- checked by are half of what it reads of this one. What a function checks is read once for each connection.

-- Whether a list of taps is well-formed: the list of the entries that are is the list itself.
create function public.are_taps(taps jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
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
$$;

-- Whoever writes a record asks it by the check.
revoke all on function public.are_taps from public, anon, service_role;
grant execute on function public.are_taps to authenticated, service_role;

alter table public.sleep_records
  drop constraint sleep_records_taps_check,
  add constraint sleep_records_taps_check check (public.are_taps(taps));
