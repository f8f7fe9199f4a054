-- A page of one family's rows is read by its index, in order, if what the caller may read is one list. Where it is its
-- own family `or` a list, PostgreSQL looks each of the two up, reads all of the family's rows, and sorts them for the
-- first two hundred.

create function public.families_in_sight() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return auth.uid() || public.families_i_read();
end $$;
revoke all on function public.families_in_sight() from public, anon, authenticated, service_role;
grant execute on function public.families_in_sight() to authenticated;

alter policy "open families: read" on public.sleep_records
  using (user_id = any ((select public.families_in_sight())::uuid[]));
alter policy "open families: read" on public.deleted_rows
  using (user_id = any ((select public.families_in_sight())::uuid[]));
