-- This lists what our own schemas hold, piece by piece, from the catalogue, and any PostgreSQL that the migrations run
-- on says the same. It is run with an empty search path, so that every name comes with its schema.
with ours as (
  select oid, nspname as schema from pg_namespace where nspname in ('nana', 'public')
), tables as (
  select c.oid, schema, c.relname as name, quote_ident(schema) || '.' || quote_ident(c.relname) as full_name,
    c.relrowsecurity, c.relowner, c.relacl
  from pg_class c join ours on ours.oid = c.relnamespace
  where c.relkind = 'r'
), functions as (
  select p.oid, schema, p.proname as name, p.oid::regprocedure::text as full_name, p.proowner, p.proacl
  from pg_proc p join ours on ours.oid = p.pronamespace
  where p.prokind = 'f'
), columns as (
  select t.oid, a.attnum as place,
    '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case a.attgenerated when 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
           else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end as line
  from tables t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
), constraints as (
  -- Since PostgreSQL 18 `not null` is a constraint too, which is left out here because it stands with the column.
  select conrelid as oid,
    10000 + row_number() over (partition by conrelid order by position(contype in 'pufc'), conname collate "C") as place,
    '  constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid) as line
  from pg_constraint where contype <> 'n'
), grants as (
  select 'table' as kind, oid, coalesce(relacl, acldefault('r', relowner)) as acl, relowner as owner from tables
  union all
  select 'function', oid, coalesce(proacl, acldefault('f', proowner)), proowner from functions
), granted as (
  select kind, oid, case grantee when 0 then 'public' else grantee::regrole::text end as grantee,
    -- PostgreSQL 17 brought a right to maintain a table, which is left out because older ones have none to show.
    string_agg(lower(privilege_type), ', ' order by privilege_type collate "C") as privileges
  from grants, aclexplode(acl)
  where grantee <> owner and privilege_type <> 'MAINTAIN'
  group by kind, oid, grantee
), pieces as (
  select 1 as kind, schema, full_name as object, 1 as part, '' as name,
    'create table ' || full_name || E' (\n' || string_agg(line, E',\n' order by place) || E'\n);' as text
  from tables join (select * from columns union all select * from constraints) as lines using (oid)
  group by schema, full_name
  union all
  select 1, schema, full_name, 2, attname,
    format('comment on column %s.%I is %L;', full_name, attname, col_description(oid, attnum))
  from tables join pg_attribute on attrelid = oid where attnum > 0 and col_description(oid, attnum) is not null
  union all
  select 1, schema, full_name, 3, indexrelid::regclass::text, pg_get_indexdef(indexrelid) || ';'
  from tables join pg_index on indrelid = oid
  where not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select 1, schema, full_name, 4, '', 'alter table ' || full_name || ' enable row level security;'
  from tables where relrowsecurity
  union all
  select 1, schema, full_name, 5, polname,
    format('create policy %I on %s as %s for %s to %s', polname, full_name,
      case when polpermissive then 'permissive' else 'restrictive' end,
      case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
        else 'all' end,
      (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ') from unnest(polroles) role))
      || coalesce(E'\n  using (' || pg_get_expr(polqual, polrelid) || ')', '')
      || coalesce(E'\n  with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '') || ';'
  from tables join pg_policy on polrelid = tables.oid
  union all
  select 1, schema, full_name, 6, tgname, pg_get_triggerdef(pg_trigger.oid) || ';'
  from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
  union all
  select 1, schema, full_name, 7, grantee, format('grant %s on %s to %s;', privileges, full_name, grantee)
  from tables join granted using (oid) where granted.kind = 'table'
  union all
  select 2, schema, full_name, 1, '', rtrim(pg_get_functiondef(oid), E'\n') || ';'
  from functions
  union all
  select 2, schema, full_name, 7, grantee, format('grant %s on function %s to %s;', privileges, full_name, grantee)
  from functions join granted using (oid) where granted.kind = 'function'
  union all
  -- Migrations have made no objects of these kinds so far. Whoever makes the first sees it in the list here, without
  -- its text.
  select 3, schema, c.relname, 1, '', format('-- %s.%s: of kind %s, which isn''t written out', schema, c.relname, c.relkind)
  from pg_class c join ours on ours.oid = c.relnamespace where c.relkind not in ('r', 'i', 't')
  union all
  select 3, schema, t.typname, 1, '', format('-- %s.%s: a type, which isn''t written out', schema, t.typname)
  from pg_type t join ours on ours.oid = t.typnamespace where t.typtype in ('d', 'e', 'r')
)
-- An object and what belongs to it make one block, so that a reader finds them together.
select string_agg(text, E'\n' order by part, name collate "C") as block
from pieces
group by kind, schema, object
order by kind, schema collate "C", object collate "C"
