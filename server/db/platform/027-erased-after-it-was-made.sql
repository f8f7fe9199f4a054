-- As in 017, but that no account was erased before it was made, whatever clock it was made by: a restore takes one that
-- was made after that for another account, made anew under the same id, and leaves it.
create or replace function nana.note_erased_account() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  salt text := gen_random_uuid();
begin
  insert into nana.erased_accounts (salt, id_hash, erased_at)
  values (salt, encode(sha256(convert_to(salt || old.id, 'UTF8')), 'hex'), greatest(now(), old.created_at));
  -- The list beside the database follows, whoever deleted the account.
  perform pg_notify('nana_leaving', old.id::text);
  return null;
end
$$;
