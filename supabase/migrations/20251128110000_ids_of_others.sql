-- The id of a record is one for all families, and those under which a deleted record comes back, or an import is
-- stored, follow from what guests of a family know. Who stored rows of their own under them made an undo go nowhere:
-- the insert was noted as made, and then ignored for the row in its way. It is refused now, before anything is noted,
-- as it always was where no row may be in the way. Without a change's id nothing is noted, and all stays as it was.

create or replace function public.before_row_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
  holder uuid;
  taken boolean;
begin
  if new.user_id is null then
    return new;
  end if;
  if new.user_id is distinct from caller and public.is_foreign(new.user_id) then
    if public.is_replay_by_reader(new.user_id, new.op_id) then
      return null;
    end if;
    perform public.refuse_row(tg_table_name);
  end if;
  if tg_table_name = 'sleep_records' and caller is not null then
    new.logged_by := nullif(caller, new.user_id);
  end if;
  if new.op_id is not null and exists (
    select from public.sync_ops
    where user_id = new.user_id and op_id = new.op_id and noted_by <> pg_current_xact_id()
  ) then
    return null;
  end if;
  new.created_at := now();
  new.updated_at := now();
  new.rev := 0;

  -- A row in the way means that this insert adds nothing: it fails, is ignored, or turns into an update, which then
  -- finds the op in `excluded` and notes it. Noting it here would lose the change of an insert that is ignored now and
  -- sent again when the way is free.
  if tg_table_name = 'sleep_records' then
    select user_id into holder from public.sleep_records where id = new.id;
    if holder <> new.user_id and new.op_id is not null then
      raise unique_violation using
        message = 'duplicate key value violates unique constraint "sleep_records_pkey"',
        detail = format('Key (id)=(%s) already exists.', new.id),
        hint = 'Send the row with a new id.';
    end if;
    taken := coalesce(holder = new.user_id, false);
  elsif tg_table_name = 'sleep_plans' then
    taken := exists (select from public.sleep_plans where user_id = new.user_id);
  else
    taken := exists (select from public.baby_info where user_id = new.user_id);
  end if;
  if taken then
    return new;
  end if;

  if exists (
    select from public.deleted_rows
    where user_id = new.user_id and table_name = tg_table_name and id = new.id
  ) then
    if tg_table_name = 'sleep_records' then
      raise unique_violation using
        message = format('a row of "%s" with this id was deleted', tg_table_name),
        hint = 'Send the row with a new id.';
    end if;
    delete from public.deleted_rows
    where user_id = new.user_id and table_name = tg_table_name and id = new.id;
  end if;

  if new.op_id is not null then
    insert into public.sync_ops (user_id, op_id) select new.user_id, new.op_id from auth.users where id = new.user_id
    on conflict do nothing;
    new.op_id := null;
  end if;
  new.rev := public.next_rev(new.user_id);
  return new;
end $$;

-- Of a family's questions the twenty are told that were asked or answered last. Those asked last left a late answer to
-- an older one untold.
create or replace function public.my_support() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  family uuid := public.signed_in_account();
begin
  return jsonb_build_object(
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', r.id, 'name', public.staff_name(r.consultant_id), 'purpose', r.purpose, 'until', r.until,
        'starts_on', r.starts_on, 'ends_on', r.ends_on, 'hours', r.hours, 'asked_at', r.asked_at,
        'open_until', public.open_until(family, r.consultant_id)
      ) order by r.asked_at, r.id)
      from public.access_requests as r
      where r.family_id = family and r.answer is null and r.asked_at > now() - interval '30 days'
        and public.staff_role_of(r.consultant_id) is not null
    ), '[]'::jsonb),
    'support', (
      select jsonb_build_object('starts_on', s.starts_on, 'ends_on', s.ends_on, 'hours', s.hours)
      from public.support_windows as s where s.family_id = family
    ),
    'proposals', coalesce((
      select jsonb_agg(
        to_jsonb(p) - '{family_id,consultant_id,answer,answered_at,was_withdrawn}'::text[]
        || jsonb_build_object('name', public.staff_name(p.consultant_id))
        order by p.proposed_at, p.id
      )
      from public.plan_proposals as p
      where p.family_id = family and p.answer is null and public.is_consulted(family, p.consultant_id)
    ), '[]'::jsonb),
    'questions', coalesce((
      select jsonb_agg(to_jsonb(q) - 'family_id' order by q.asked_at desc, q.id)
      from (
        select * from public.family_questions as f
        where f.family_id = family
        order by greatest(f.asked_at, f.replied_at) desc, f.id limit 20
      ) as q
    ), '[]'::jsonb)
  );
end $$;
