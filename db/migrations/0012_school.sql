-- The school: units through the years, archives of students and guardians, what a role of units reaches, and the roll-over.

-- `grdt_flag` 1: left the school together; `cls_no`: the number of a class in its grade; `wait_flag` 1: those of a grade who
-- have no class yet.
alter table edcunit
  add column grdt_flag text not null default '0' check (grdt_flag in ('0', '1')),
  add column cls_no integer,
  add column wait_flag text not null default '0' check (wait_flag in ('0', '1'));
create index edcunit_by_parent on edcunit (ent_no, prt_no, show_ord) where stt <> '0';
-- Names move on from grade to grade in one statement, so that they are compared at its end.
drop index edcunit_unit_name_key;
alter table edcunit add constraint edcunit_unit_name_key
  exclude using btree (ent_no with =, coalesce(prt_no, '') with =, unit_name with =) where (stt <> '0') deferrable initially immediate;
create unique index edcunit_root_key on edcunit (ent_no) where unit_type = '1' and stt <> '0';
create unique index edcunit_wait_flag_key on edcunit (ent_no, prt_no) where wait_flag = '1' and stt <> '0';

-- When and why a student left, or stays away.
alter table stu add column lv_dt date, add column lv_rsn text;
create index stu_by_no on stu (ent_no, stu_no, stt) include (unit_no) where stt <> '0';
-- Counts of classes are read from the index alone.
drop index stu_by_unit;
create index stu_by_unit on stu (ent_no, unit_no, stt) include (sex, wts) where stt <> '0';
-- Also those who have left, whom the unique index does not hold.
create index stu_by_id_no on stu (ent_no, id_no_hash) where id_no_hash is not null;
create index stu_by_phone on stu (ent_no, auth_tel) where stt <> '0' and auth_tel is not null;
create index stu_by_name on stu (ent_no, stu_name, brth) where stt <> '0';
create index ptr_by_no on ptr (ent_no, ptr_no, stt) where stt <> '0';

-- Legal guardian, receives messages, may collect the child, lives with it; `prior`: who is called first.
alter table stuptr
  add column grd_flag text not null default '0' check (grd_flag in ('0', '1')),
  add column msg_flag text not null default '1' check (msg_flag in ('0', '1')),
  add column pick_flag text not null default '1' check (pick_flag in ('0', '1')),
  add column live_flag text not null default '1' check (live_flag in ('0', '1')),
  add column prior integer not null default 1;

create table stuarch (
  ent_no text not null,
  stu_no text not null,
  -- Sealed, as an ID number is: that of a formal number stands in it.
  unf_stu_no text,
  unf_stu_no_hash text,
  ntnl text,
  nation text,
  np_prvn text,
  np_city text,
  prvn text,
  city text,
  dstr text,
  chd_dstr text,
  adr text,
  area_code text,
  pltc text,
  man_chr text,
  hobby text,
  email text,
  qq text,
  vx text,
  primary key (ent_no, stu_no),
  constraint stuarch_national check ((unf_stu_no is null) = (unf_stu_no_hash is null)),
  constraint stuarch_stu_no_fkey foreign key (ent_no, stu_no) references stu
);
call tenant_table('stuarch', 'stu_no');
-- Unique among live students, which the handlers see to: a deleted one keeps the number.
create index stuarch_by_national on stuarch (ent_no, unf_stu_no_hash) where unf_stu_no_hash is not null;

create table ptrarch (
  ent_no text not null,
  ptr_no text not null,
  indt text,
  work_unit text,
  ttl text,
  pstn text,
  edc text,
  salary text,
  primary key (ent_no, ptr_no),
  constraint ptrarch_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr
);
call tenant_table('ptrarch', 'ptr_no');

-- Photos of students are handed in and brought in a ZIP like those of employees; `cnsnt_by`: who consented for a child.
alter table phtapply
  add column stu_no text,
  add column cnsnt_by text,
  add constraint phtapply_stu_no_fkey foreign key (ent_no, stu_no) references stu,
  add constraint phtapply_whose_check check (num_nonnulls(emp_no, stu_no) = 1);
create unique index phtapply_stu_no_key on phtapply (ent_no, stu_no, pht_type) where stt = '1';
alter table imp_pic add column stu_no text;

-- A year-end: what is to become of everybody (stt 1 being prepared, 2 done, 3 taken back, 0 given up) and what was done.
create table rollover (
  ent_no text not null references ent,
  roll_no text not null,
  -- The school year that ends.
  sch_year integer not null,
  plan jsonb not null default '{}',
  counts jsonb not null default '{}',
  op uuid,
  done_tm timestamptz,
  user_no text not null,
  stt text not null default '1' check (stt in ('0', '1', '2', '3')),
  primary key (ent_no, roll_no)
);
call tenant_table('rollover', 'roll_no');
create unique index rollover_open_key on rollover (ent_no) where stt = '1';

-- Pairs of students who are not the same person, and merges: who stayed, who was taken in, and the operation behind it.
create table stunotsame (
  ent_no text not null references ent,
  one_no text not null,
  other_no text not null,
  primary key (ent_no, one_no, other_no)
);
call tenant_table('stunotsame', 'one_no', 'other_no');
create table stumerge (
  ent_no text not null references ent,
  mrg_no text not null,
  kept_no text not null,
  gone_no text not null,
  op uuid,
  user_no text not null,
  stt text not null default '1' check (stt in ('0', '1', '3')),
  primary key (ent_no, mrg_no)
);
call tenant_table('stumerge', 'mrg_no');

-- Findings of the data check that somebody was asked to see to.
create table chktask (
  ent_no text not null references ent,
  task_no text not null,
  rule_code text not null,
  unit_no text not null,
  emp_no text not null,
  user_no text not null,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, task_no),
  constraint chktask_unit_no_fkey foreign key (ent_no, unit_no) references edcunit,
  constraint chktask_emp_no_fkey foreign key (ent_no, emp_no) references emp
);
call tenant_table('chktask', 'task_no');
create unique index chktask_rule_code_key on chktask (ent_no, rule_code, unit_no) where stt = '1';

-- How many students of every state each class has: the sum of what every statement changed, for a list of a hundred thousand
-- would take longer to count than to show. Whoever changes students only adds rows, and so waits for nobody.
create table stu_cnt (
  ent_no text not null,
  unit_no text not null,
  stt text not null,
  id bigint generated always as identity,
  cnt integer not null,
  primary key (ent_no, unit_no, stt, id)
);
call tenant_policies('stu_cnt');
create function count_students() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stu_cnt (ent_no, unit_no, stt, cnt) select ent_no, unit_no, stt, count(*) from now group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into stu_cnt (ent_no, unit_no, stt, cnt) select ent_no, unit_no, stt, -count(*) from before group by 1, 2, 3;
  else
    insert into stu_cnt (ent_no, unit_no, stt, cnt) select ent_no, unit_no, stt, sum(n)
    from (select ent_no, unit_no, stt, 1 as n from now union all select ent_no, unit_no, stt, -1 from before) c
    group by 1, 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger count_inserted after insert on stu referencing new table as now for each statement execute function count_students();
create trigger count_updated after update on stu referencing new table as now old table as before
  for each statement execute function count_students();
create trigger count_deleted after delete on stu referencing old table as before for each statement execute function count_students();
-- Many small changes become one again; what another transaction is summing up is left to it.
create function sum_students() returns trigger language plpgsql as $$
declare
  ids bigint[];
  total integer;
begin
  if (select count(*) from stu_cnt where ent_no = new.ent_no and unit_no = new.unit_no and stt = new.stt) < 32 then return null; end if;
  ids := array(select id from stu_cnt where ent_no = new.ent_no and unit_no = new.unit_no and stt = new.stt for update skip locked);
  if cardinality(ids) < 32 then return null; end if;
  with gone as (
    delete from stu_cnt where ent_no = new.ent_no and unit_no = new.unit_no and stt = new.stt and id = any(ids) returning cnt
  ) select sum(cnt) into total from gone;
  insert into stu_cnt (ent_no, unit_no, stt, cnt) values (new.ent_no, new.unit_no, new.stt, total);
  return null;
end $$;
create trigger sum_students after insert on stu_cnt for each row execute function sum_students();

-- The third lock, of units: `app.units` names those that the call's roles reach, `app.branches` these and what lies above
-- them, which are seen but not changed; without them everything is reached. Whoever has a link with a child within reach is too.
do $$
declare
  tbl text;
  -- In a query of its own it is asked once, not for every row.
  all_units text := '(select coalesce(current_setting(''app.units'', true), '''') = '''')';
  among text := '%s = any(string_to_array(current_setting(''app.%s'', true), '',''))';
  child text := 'exists (select from stu s where s.ent_no = %1$s.ent_no and s.stu_no = %1$s.stu_no)';
  merged text := 'exists (select from stu s where s.ent_no = %1$s.ent_no and s.stu_no = %1$s.%2$s)';
  guardian text := 'exists (select from stuptr l where l.ent_no = %1$s.ent_no and l.ptr_no = %1$s.ptr_no)';
begin
  execute format('create policy reach on stu as restrictive using (%s or %s)', all_units, format(among, 'unit_no', 'units'));
  execute format('create policy reach_read on edcunit as restrictive for select using (%s or %s)',
    all_units, format(among, 'unit_no', 'branches'));
  execute format('create policy reach_write on edcunit as restrictive for update using (%s or %s)',
    all_units, format(among, 'unit_no', 'units'));
  execute format('create policy reach_delete on edcunit as restrictive for delete using (%s or %s)',
    all_units, format(among, 'unit_no', 'units'));
  foreach tbl in array array['stuptr', 'stuarch'] loop
    execute format('create policy reach on %I as restrictive using (%s or %s)', tbl, all_units, format(child, tbl));
  end loop;
  -- Making a guardian is not asked: nobody has a link before they exist.
  execute format('create policy reach_read on ptr as restrictive for select using (%s or %s)', all_units, format(guardian, 'ptr'));
  execute format('create policy reach_write on ptr as restrictive for update using (%s or %s)', all_units, format(guardian, 'ptr'));
  execute format('create policy reach_delete on ptr as restrictive for delete using (%s or %s)', all_units, format(guardian, 'ptr'));
  execute format('create policy reach on ptrarch as restrictive using (%s or %s)', all_units, format(guardian, 'ptrarch'));
  execute format('create policy reach on stu_cnt as restrictive using (%s or %s)', all_units, format(among, 'unit_no', 'units'));
  -- Merges and marks follow the student they are about; a year-end is the whole school's to write.
  execute format('create policy reach on stumerge as restrictive using (%s or %s)', all_units, format(merged, 'stumerge', 'kept_no'));
  execute format('create policy reach on stunotsame as restrictive using (%s or %s)', all_units, format(merged, 'stunotsame', 'one_no'));
  execute format('create policy whole_insert on rollover as restrictive for insert with check (%s)', all_units);
  execute format('create policy whole_update on rollover as restrictive for update using (%s)', all_units);
  execute format('create policy reach on chktask as restrictive using (%s or %s)', all_units, format(among, 'unit_no', 'units'));
  execute format('create policy reach_units on phtapply as restrictive using (stu_no is null or %s or %s)',
    all_units, format(child, 'phtapply'));
end $$;
drop policy reach on phtapply;
create policy reach on phtapply as restrictive using (emp_no is null or coalesce(current_setting('app.orgs', true), '') = ''
  or exists (select from emp e where e.ent_no = phtapply.ent_no and e.emp_no = phtapply.emp_no));

-- Every school has one root unit, which bears its name.
create function make_root_unit() returns trigger language plpgsql as $$
declare
  today timestamp := now() at time zone 'Asia/Shanghai';
begin
  if tg_op = 'INSERT' then
    insert into edcunit (ent_no, unit_no, unit_name, unit_type, cur_sch_year)
    values (new.ent_no, 'U' || new.ent_no, new.ent_name, '1',
      extract(year from today)::int - (to_char(today, 'MMDD') < '0901')::int);
  else
    update edcunit set unit_name = new.ent_name where ent_no = new.ent_no and unit_type = '1' and unit_name <> new.ent_name;
  end if;
  return null;
end $$;
create trigger make_root_unit after insert on ent for each row when (new.idnt_no = '030') execute function make_root_unit();
create trigger rename_root_unit after update of ent_name on ent for each row
  when (new.idnt_no = '030' and new.ent_name <> old.ent_name) execute function make_root_unit();
do $$
declare school record;
begin
  for school in select ent_no from ent_tree t where depth = 0 loop
    perform set_config('app.ent_no', school.ent_no, true);
    insert into edcunit (ent_no, unit_no, unit_name, unit_type, cur_sch_year)
    select e.ent_no, 'U' || e.ent_no, e.ent_name, '1', extract(year from now())::int - (to_char(now(), 'MMDD') < '0901')::int
    from ent e where e.ent_no = school.ent_no and e.idnt_no = '030'
      and not exists (select from edcunit u where u.ent_no = e.ent_no and u.unit_type = '1' and u.stt <> '0');
    -- Classes that were made before they had numbers of their own.
    update edcunit set cls_no = (substring(unit_name from '（(\d+)）班$'))::int
    where ent_no = school.ent_no and unit_type = '5' and cls_no is null and unit_name ~ '（\d{1,3}）班$';
    insert into stu_cnt (ent_no, unit_no, stt, cnt)
    select ent_no, unit_no, stt, count(*) from stu where ent_no = school.ent_no group by 1, 2, 3;
  end loop;
  perform set_config('app.ent_no', '', true);
end $$;

-- What an undo brings back was made when it was made: `app.back` is set by the undo alone.
create or replace function stamp() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if setting('back') is null then
      new.crt_user := setting('user_no'); new.crt_tm := clock_timestamp();
    end if;
    new.ver := 1;
  else
    new.crt_user := old.crt_user; new.crt_tm := old.crt_tm; new.ver := old.ver + 1;
  end if;
  new.upd_user := setting('user_no'); new.upd_tm := clock_timestamp();
  return new;
end $$;

-- What is withdrawn leaves the history, too (domain, 7.13): the columns of a record become null in all that was kept of it.
-- The application itself cannot change what is kept.
create policy own_blank on history for update using (ent_no = setting('ent_no'));
create function blank_history(of_table text, of_key jsonb, names text[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.history set before = before || (select jsonb_object_agg(name, null) from unnest(names) name)
  where ent_no = public.setting('ent_no') and tbl = of_table and key = of_key and before is not null and cardinality(names) > 0
$$;

-- What became of one child or guardian: their own rows, archives and links.
create index history_by_student on history (ent_no, (key ->> 'stu_no'), id) where key ->> 'stu_no' is not null;
create index history_by_guardian on history (ent_no, (key ->> 'ptr_no'), id) where key ->> 'ptr_no' is not null;
