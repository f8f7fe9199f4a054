-- Every server that listens is told of a session that a second factor raised, or that fell when its factor went, as of
-- one that ended (012): tokens from before a session was raised don't count any more.
create or replace trigger tell_of_raised_session after update of aal on auth.sessions
  for each row when (old.aal is distinct from new.aal) execute function nana.tell_of_ended_session();
