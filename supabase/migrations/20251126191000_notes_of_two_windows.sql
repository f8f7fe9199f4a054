-- A consultant has her note open in two windows, and each saves all of it: the later one would undo the other.

-- Saves a note in the place of the text that its writer has seen, '' where there was none. It answers null, or what
-- stands there instead and stays. The same words again, as after an answer that was lost, are saved.
create function public.save_note(family_id uuid, text text, seen text) returns text
language plpgsql security definer set search_path = ''
as $$
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
end $$;

revoke all on function public.save_note(uuid, text, text) from public, anon, authenticated, service_role;
grant execute on function public.save_note(uuid, text, text) to authenticated;
