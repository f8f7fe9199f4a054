-- Changes are no longer told by NOTIFY: it takes one lock for all commits of the database until they are on disk, so
-- that writes of different families waited for each other. Whoever wants to know of changes compares sync_state.rev
-- with what they know, as phones always have.

drop trigger d_tell on public.sync_state;
drop function public.tell_change();
