-- One account can't fill the disk that all families share: it makes half a million changes at most, which is fifty a
-- day for 27 years. How much one row holds is limited by its columns. Deleting the account itself makes no change.

create or replace function public.next_rev(owner_id uuid) returns bigint
language plpgsql
as $$
declare
  next bigint;
begin
  update public.sync_state set rev = rev + 1 where user_id = owner_id returning rev into next;
  if next > 500000 then
    raise check_violation using message = 'this account has made all of its 500000 changes';
  end if;
  return coalesce(next, 0);
end $$;
