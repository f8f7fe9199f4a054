-- A carer could make, within a month, all of the changes that the family may ever make, and nothing could be logged any
-- more, whoever was let out. The last hundred thousand are the family's own now: some thirty years of them. Otherwise
-- as before.
create or replace function public.next_rev(owner_id uuid) returns bigint
language plpgsql
as $$
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
end $$;
