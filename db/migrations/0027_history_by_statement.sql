-- History is written once for a statement, by triggers that see all its rows side by side, and is kept for as long as the platform
-- says (docs/decisions/0040-history-by-statement.md).

-- A row tells when it was written, but never strays more than six hours from its transaction: a clock that is set while an operation
-- is under way tears it apart otherwise, and a look-up near its time (`operationNumber.ts`) would find half of it.
create function history_time() returns timestamptz language sql volatile as $$
  select case when clock_timestamp() between now() - interval '6 hours' and now() + interval '6 hours'
    then clock_timestamp() else now() end
$$;
alter table history alter column at set default history_time();
alter table operation alter column at set default history_time();

-- Keeps every row that a statement changed. Arguments: the columns of the key, then after '-' the columns that history never keeps.
create function record_statement() returns trigger language plpgsql as $$
declare
  dash constant integer := coalesce(array_position(tg_argv, '-'), tg_nargs);
  keys constant text[] := tg_argv[:dash - 1];
  never constant text[] := tg_argv[dash + 1:];
  this_op uuid;
begin
  if tg_op = 'INSERT' then
    if not exists (select from now) then return null; end if;
    this_op := coalesce(setting('op')::uuid, gen_random_uuid());
    insert into history (ent_no, op, tbl, key, act, user_no, call)
    select coalesce(r.row ->> 'ent_no', setting('ent_no'), ''), this_op, tg_table_name,
      (select jsonb_object_agg(k, r.row -> k) from unnest(keys) k), 'insert', setting('user_no'), setting('call')
    from (select to_jsonb(n) as row from now n offset 0) r;
    return null;
  end if;
  if not exists (select from was) then return null; end if;
  this_op := coalesce(setting('op')::uuid, gen_random_uuid());
  if tg_op = 'UPDATE' and current_setting('app.keyed', true) = tg_table_name then
    -- The key may be another one now: the rows of both sides stand in the same order.
    perform set_config('app.keyed', '', true);
    insert into history (ent_no, op, tbl, key, act, before, user_no, call)
    select coalesce(n.row ->> 'ent_no', setting('ent_no'), ''), this_op, tg_table_name,
      (select jsonb_object_agg(k, n.row -> k) from unnest(keys) k), 'update', o.row - never, setting('user_no'), setting('call')
    from (select to_jsonb(w) as row, row_number() over () as place from was w) o
    join (select to_jsonb(n) as row, row_number() over () as place from now n) n using (place) order by place;
  else
    insert into history (ent_no, op, tbl, key, act, before, user_no, call)
    select coalesce(r.row ->> 'ent_no', setting('ent_no'), ''), this_op, tg_table_name,
      (select jsonb_object_agg(k, r.row -> k) from unnest(keys) k), lower(tg_op), r.row - never, setting('user_no'), setting('call')
    from (select to_jsonb(w) as row from was w offset 0) r;
  end if;
  return null;
end $$;

-- Tells the history of the same statement that it names columns of the key.
create function note_key() returns trigger language plpgsql as $$
begin
  perform set_config('app.keyed', tg_table_name, true);
  return null;
end $$;

-- Gives a table its history, or gives it anew where it has another column that is never kept. What the database works out of other
-- columns is none of its values. The trigger of updates keeps the name that everything asks for.
create procedure record_history(tbl regclass, variadic history_arguments text[]) language plpgsql as $$
declare
  dash integer := coalesce(array_position(history_arguments, '-'), cardinality(history_arguments) + 1);
  keys text[] := history_arguments[:dash - 1];
  made text[] := array(select attname::text from pg_attribute where attrelid = tbl and attgenerated <> '' and not attisdropped order by 1);
  never text[] := history_arguments[dash + 1:] || made;
  arguments text := (select string_agg(quote_literal(a), ', ')
    from unnest(keys || case when cardinality(never) > 0 then '{-}'::text[] else '{}' end || never) a);
begin
  execute format('create or replace trigger history after update on %s referencing old table as was new table as now
    for each statement execute function record_statement(%s)', tbl, arguments);
  execute format('create or replace trigger history_delete after delete on %s referencing old table as was
    for each statement execute function record_statement(%s)', tbl, arguments);
  execute format('create or replace trigger history_insert after insert on %s referencing new table as now
    for each statement execute function record_statement(%s)', tbl, arguments);
  execute format('create or replace trigger history_key before update of %s on %s
    for each statement execute function note_key()', (select string_agg(quote_ident(k), ', ') from unnest(keys) k), tbl);
end $$;

create or replace procedure recorded_table(tbl regclass, variadic history_arguments text[]) language plpgsql as $$
begin
  execute format('alter table %s add column crt_user text, add column crt_tm timestamptz not null default now(),
    add column upd_user text, add column upd_tm timestamptz not null default now(), add column ver integer not null default 1', tbl);
  execute format('create trigger stamp before insert or update on %s for each row execute function stamp()', tbl);
  call record_history(tbl, variadic history_arguments);
end $$;

-- Every recorded table but the rules of numbers: their counters go on without being a change, which only a trigger of columns tells,
-- and such a one sees no whole statement.
do $$
declare recorded record;
begin
  for recorded in select tgrelid::regclass as tbl, (string_to_array(encode(tgargs, 'escape'), '\000'))[:tgnargs] as arguments
    from pg_trigger where tgname = 'history' and tgfoid = 'write_history'::regproc and tgattr = '' order by tgrelid::regclass::text
  loop
    call record_history(recorded.tbl, variadic recorded.arguments);
  end loop;
end $$;

-- The root unit of a school is made, and renamed, after the history of the school itself is written: the one follows from the other.
create or replace function make_root_unit() returns trigger language plpgsql as $$
declare
  today timestamp := now() at time zone 'Asia/Shanghai';
begin
  if tg_op = 'INSERT' then
    insert into edcunit (ent_no, unit_no, unit_name, unit_type, cur_sch_year)
    select ent_no, 'U' || ent_no, ent_name, '1', extract(year from today)::int - (to_char(today, 'MMDD') < '0901')::int
    from now where idnt_no = '030';
  else
    update edcunit u set unit_name = n.ent_name from now n join was w using (ent_no)
    where n.idnt_no = '030' and n.ent_name <> w.ent_name and u.ent_no = n.ent_no and u.unit_type = '1' and u.unit_name <> n.ent_name;
  end if;
  return null;
end $$;
create or replace trigger make_root_unit after insert on ent referencing new table as now
  for each statement execute function make_root_unit();
create or replace trigger rename_root_unit after update on ent referencing old table as was new table as now
  for each statement execute function make_root_unit();

-- Keeps an operation once, with the first statement that writes its history in an enterprise.
drop trigger keep_operation on history;
create or replace function keep_operation() returns trigger language plpgsql as $$
begin
  if current_setting('app.kept', true) = setting('op') || ' ' || coalesce(setting('ent_no'), '') then return null; end if;
  if not exists (select from made where user_no is not null and call is not null
    and op || ' ' || ent_no is distinct from current_setting('app.kept', true)) then return null; end if;
  insert into operation (ent_no, op, user_no, imit_user_no, call, is_look)
  select ent_no, op, min(user_no), min(imit_user_no), min(call), bool_and(act = 'read') from made
  where user_no is not null and call is not null group by ent_no, op
  on conflict do nothing;
  perform set_config('app.kept', (select op || ' ' || ent_no from made limit 1), true);
  return null;
end $$;
create trigger keep_operation after insert on history referencing new table as made
  for each statement execute function keep_operation();

-- Drops the months that are older than the platform keeps them (HIST_KEEP: so many months, 0 for ever, never less than twelve), and
-- the operations of these months. An operation has all its rows within twelve hours, so what the list still shows is whole. Asks
-- itself whether the clock can be believed, takes no argument, and works as the owner: the application owns no table.
create procedure drop_old_history() language plpgsql security definer set search_path = public, pg_temp as $$
declare
  months integer := (select dftl_val::integer from pbccfg where cfg_code = 'HIST_KEEP' and idnt_no = '000' and dftl_val ~ '^\d{1,4}$');
  edge timestamptz := (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => greatest(months, 12)))
    at time zone 'Asia/Shanghai';
  old regclass[];
  other text[];
begin
  if coalesce(months, 0) = 0 or not coalesce(ages_agree(), false) then return; end if;
  old := array(select inhrelid::regclass from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'history'::regclass and relname ~ '^history_\d{6}$'
      and (to_date(right(relname, 6), 'YYYYMM') + interval '1 month') at time zone 'Asia/Shanghai' <= edge order by relname);
  -- Rows that no month was made for, found by enterprise since that is how they are indexed.
  other := array(select ent_no from (select ent_no from ent_tree where depth = 0 union all select '') e
    where exists (select from history_other h where h.ent_no = e.ent_no and h.at < edge));
  if cardinality(old) + cardinality(other) = 0 then return; end if;
  delete from op_ent where op in (select op from operation where at < edge + interval '12 hours');
  delete from operation where op in (select op from operation where at < edge + interval '12 hours');
  delete from history_other where ctid = any (array(select ctid from history_other where ent_no = any (other) and at < edge limit 100000));
  for i in 1..cardinality(old) loop
    execute format('drop table %s', old[i]);
  end loop;
end $$;
