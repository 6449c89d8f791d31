-- What the rules promise of rows, the database holds, also against a write that passes the handlers by.

-- Rows that break a rule are mended first where one mending makes sense, and their history keeps what they were. A reference that
-- cannot be mended stays unproven: it binds what is written from now on, and an upgrade never stops half-way because of it.
create procedure hold(tbl regclass, name text, rule text) language plpgsql as $$
begin
  execute format('alter table %s add constraint %I %s', tbl, name, rule);
exception when foreign_key_violation then
  execute format('alter table %s add constraint %I %s not valid', tbl, name, rule);
end $$;

-- The rows of all enterprises are looked at, those of the history are added to.
do $$
declare tbl text;
begin
  foreach tbl in array array['ent', 'emp', 'stu', 'ptr', 'edcunit', 'stuarch', 'file', 'entmdl', 'imp_batch', 'imp_pic', 'role', 'vst',
    'stu_cnt', 'stunotsame', 'stumerge', 'act', 'history']
  loop
    execute format('alter table %I no force row level security', tbl);
  end loop;
end $$;

-- States and flags have values of their own. What is none of them counted as disabled, as off, or as locked already, so it becomes that.
do $$
declare one record;
begin
  for one in select * from (values
    ('emp', 'auth_flag', '{0,1}', '0'), ('stu', 'auth_flag', '{0,1}', '0'), ('ptr', 'auth_flag', '{0,1}', '0'),
    ('info', 'show_flag', '{0,1}', '0'), ('edcunit', 'name_lock', '{0,1}', '1'),
    ('info', 'stt', '{0,1,2}', '2'), ('infotype', 'stt', '{0,1,2}', '2'), ('mdl', 'stt', '{0,1,2}', '2'),
    ('entmdl', 'stt', '{0,1,2}', '2'), ('pbcrole', 'stt', '{0,1,2}', '2'), ('role', 'stt', '{0,1,2}', '2'),
    ('imp_batch', 'stt', '{0,1,2,3}', '0'), ('stu_cnt', 'stt', '{0,1,2,3,4}', '0')
  ) given (tbl, col, vals, otherwise) loop
    execute format('update %1$I set %2$I = %3$L where %2$I <> all(%4$L::text[])', one.tbl, one.col, one.otherwise, one.vals);
    execute format('alter table %I add constraint %I check (%I = any(%L::text[]))', one.tbl, one.tbl || '_' || one.col || '_check',
      one.col, one.vals);
  end loop;
end $$;

-- One spelling of sex. N is how it is written on the wire; what is no sex at all is unknown.
update vst set sex = case sex when 'N' then 'F' else 'U' end where sex not in ('M', 'F', 'U');
alter table vst add constraint vst_sex_check check (sex in ('M', 'F', 'U'));
-- `only_sex`: of whom an activity is for, as `sex` was, but spelt as everywhere else.
alter table act add column only_sex text constraint act_only_sex_check check (only_sex in ('M', 'F'));
alter table act disable trigger user;
update act set only_sex = case sex when 'N' then 'F' else sex end where sex is not null;
alter table act enable trigger user;
-- What was kept of activities before tells of the new column too, or nobody could take it back.
update history set before = before || jsonb_build_object('only_sex', case before ->> 'sex' when 'N' then 'F' else before ->> 'sex' end)
  where tbl = 'act' and ent_no in (select ent_no from act) and before ? 'sex';
comment on column act.sex is 'written by the release before 1.0.0 alone; the release after it drops this column and keep_sex()';
-- The release before reads and writes the old column while its processes are replaced.
create function keep_sex() returns trigger language plpgsql as $$
begin
  if (tg_op = 'INSERT' and new.only_sex is null) or (tg_op = 'UPDATE' and new.only_sex is not distinct from old.only_sex) then
    new.only_sex := case new.sex when 'N' then 'F' else new.sex end;
  else
    new.sex := case new.only_sex when 'F' then 'N' else new.only_sex end;
  end if;
  return new;
end $$;
create trigger keep_sex before insert or update of sex, only_sex on act for each row execute function keep_sex();

-- Labels that exclude each other (src/domain/students/stu.labels.contract.ts): of the two of a group the first stays.
update stu set wts = array_to_string(array_remove(string_to_array(wts, ','), '02'), ',') where string_to_array(wts, ',') @> '{01,02}';
update stu set wts = array_to_string(array_remove(string_to_array(wts, ','), '23'), ',') where string_to_array(wts, ',') @> '{22,23}';
alter table stu add constraint stu_wts_check
  check (not (string_to_array(wts, ',') @> '{01,02}') and not (string_to_array(wts, ',') @> '{22,23}'));

-- Students are in classes, and a unit that has students stays one. The type is part of the reference, so it costs nothing beyond
-- what the reference cost: a constant column, which history leaves out. Whoever is somewhere else stays there until somebody moves them.
create unique index edcunit_by_type on edcunit (ent_no, unit_no, unit_type);
alter table stu add column unit_type text not null default '5' constraint stu_unit_type_check check (unit_type = '5');
drop trigger history on stu;
create trigger history after insert or update or delete on stu for each row
  execute function write_history('ent_no', 'stu_no', '-', 'unit_type');
alter table stu drop constraint stu_unit_no_fkey;
call hold('stu', 'stu_unit_no_fkey', 'foreign key (ent_no, unit_no, unit_type) references edcunit (ent_no, unit_no, unit_type)');

-- No node of a tree lies below itself, after whatever one statement moved, or all statements of an undo. Looks as the owner, for a
-- way of looking that sees less would miss the circle; takes the lock of the tree (src/server/database/tree.ts), so that two who
-- move at the same time see each other. Trees that have a circle already stay as they are: what walks them ends all the same.
do $$
declare tree record;
begin
  for tree in select * from (values
    ('org', 'org_no', 'prt_no', 't.ent_no = new.ent_no and', 'new.ent_no'),
    ('edcunit', 'unit_no', 'prt_no', 't.ent_no = new.ent_no and', 'new.ent_no'),
    ('rescls', 'cls_no', 'prt_no', 't.ent_no = new.ent_no and', 'new.ent_no'),
    ('mdl', 'mdl_code', 'prt_code', '', '''''')
  ) given (tbl, key, up, among, ent) loop
    execute format($make$
      create function refuse_circle_in_%1$s() returns trigger language plpgsql security definer set search_path = public, pg_temp as $body$
      declare
        above text;
        steps integer := 0;
      begin
        if tg_op = 'UPDATE' then perform pg_advisory_xact_lock(hashtextextended(%6$L || %5$s, 0)); end if;
        select t.%3$s into above from %1$s t where %4$s t.%2$s = new.%2$s;
        while above is not null loop
          steps := steps + 1;
          if above = new.%2$s or steps > 100 then
            raise exception 'a node below itself' using errcode = 'check_violation', constraint = '%1$s_%3$s_cycle', table = '%1$s';
          end if;
          select t.%3$s into above from %1$s t where %4$s t.%2$s = above;
        end loop;
        return null;
      end $body$;
      create constraint trigger refuse_made_circle after insert on %1$s deferrable initially immediate
        for each row when (new.%3$s is not null) execute function refuse_circle_in_%1$s();
      create constraint trigger refuse_circle after update of %3$s on %1$s deferrable initially immediate
        for each row when (new.%3$s is not null and new.%3$s is distinct from old.%3$s) execute function refuse_circle_in_%1$s();
    $make$, tree.tbl, tree.key, tree.up, tree.among, tree.ent, tree.tbl || ' ');
  end loop;
end $$;

-- The national number of each student on the roll, which nobody else on the roll of the school has; whoever has left keeps theirs
-- in the archive. It follows from `stu` and `stuarch`, statement by statement, and is compared at the end of one, or of an undo.
create table stunat (
  ent_no text not null,
  stu_no text not null,
  unf_stu_no_hash text not null,
  primary key (ent_no, stu_no),
  constraint stunat_stu_no_fkey foreign key (ent_no, stu_no) references stu,
  constraint stuarch_unf_stu_no_key unique (ent_no, unf_stu_no_hash) deferrable initially immediate
);
-- Of those who share a number already, one holds it; the others are held to the rule when they are next given one.
insert into stunat (ent_no, stu_no, unf_stu_no_hash)
select distinct on (ent_no, unf_stu_no_hash) ent_no, stu_no, unf_stu_no_hash from stuarch join stu using (ent_no, stu_no)
where unf_stu_no_hash is not null and stt in ('1', '4') order by ent_no, unf_stu_no_hash, stu_no;
call tenant_policies('stunat');
-- Works as the owner, since the rule holds in the whole school. Looks rows up one by one whatever the plan of the first statement was.
create function keep_national_numbers() returns trigger language plpgsql security definer
set search_path = public, pg_temp set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if tg_table_name = 'stu' then
    delete from stunat t using (
      select ent_no, stu_no from before where stt in ('1', '4') except select ent_no, stu_no from now where stt in ('1', '4')
    ) gone where t.ent_no = gone.ent_no and t.stu_no = gone.stu_no;
    insert into stunat (ent_no, stu_no, unf_stu_no_hash) select a.ent_no, a.stu_no, a.unf_stu_no_hash from (
      select ent_no, stu_no from now where stt in ('1', '4') except select ent_no, stu_no from before where stt in ('1', '4')
    ) come join stuarch a using (ent_no, stu_no) where a.unf_stu_no_hash is not null;
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from stunat t using before b where t.ent_no = b.ent_no and t.stu_no = b.stu_no;
  elsif tg_op = 'INSERT' then
    insert into stunat (ent_no, stu_no, unf_stu_no_hash) select n.ent_no, n.stu_no, n.unf_stu_no_hash
    from now n join stu s using (ent_no, stu_no) where n.unf_stu_no_hash is not null and s.stt in ('1', '4');
  else
    delete from stunat t using (
      select ent_no, stu_no, unf_stu_no_hash from before except select ent_no, stu_no, unf_stu_no_hash from now
    ) gone where t.ent_no = gone.ent_no and t.stu_no = gone.stu_no;
    insert into stunat (ent_no, stu_no, unf_stu_no_hash) select come.ent_no, come.stu_no, come.unf_stu_no_hash from (
      select ent_no, stu_no, unf_stu_no_hash from now except select ent_no, stu_no, unf_stu_no_hash from before
    ) come join stu s using (ent_no, stu_no) where come.unf_stu_no_hash is not null and s.stt in ('1', '4');
  end if;
  return null;
end $$;
create trigger keep_numbers_inserted after insert on stuarch referencing new table as now
  for each statement execute function keep_national_numbers();
create trigger keep_numbers_updated after update on stuarch referencing new table as now old table as before
  for each statement execute function keep_national_numbers();
create trigger keep_numbers_deleted after delete on stuarch referencing old table as before
  for each statement execute function keep_national_numbers();
create trigger keep_numbers after update on stu referencing new table as now old table as before
  for each statement execute function keep_national_numbers();

-- A pair who are not the same person is marked once, the smaller number first; a mark of nobody is none.
delete from stunotsame n where one_no = other_no or exists (select from stunotsame o where n.one_no > n.other_no collate "C"
    and o.ent_no = n.ent_no and o.one_no = n.other_no and o.other_no = n.one_no)
  or not exists (select from stu s where s.ent_no = n.ent_no and s.stu_no = n.one_no)
  or not exists (select from stu s where s.ent_no = n.ent_no and s.stu_no = n.other_no);
update stunotsame set one_no = other_no, other_no = one_no where one_no > other_no collate "C";
alter table stunotsame
  add constraint stunotsame_order_check check (one_no < other_no collate "C"),
  add constraint stunotsame_one_no_fkey foreign key (ent_no, one_no) references stu,
  add constraint stunotsame_other_no_fkey foreign key (ent_no, other_no) references stu;
call hold('stumerge', 'stumerge_kept_no_fkey', 'foreign key (ent_no, kept_no) references stu');
call hold('stumerge', 'stumerge_gone_no_fkey', 'foreign key (ent_no, gone_no) references stu');

-- Photos of a ZIP whose person is not there wait for nobody.
delete from imp_pic p where (emp_no is not null and not exists (select from emp e where e.ent_no = p.ent_no and e.emp_no = p.emp_no))
  or (stu_no is not null and not exists (select from stu s where s.ent_no = p.ent_no and s.stu_no = p.stu_no));
alter table imp_pic
  add constraint imp_pic_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  add constraint imp_pic_stu_no_fkey foreign key (ent_no, stu_no) references stu;

-- Nobody can sign in to an enterprise that is not there.
delete from identity i where not exists (select from ent e where e.ent_no = i.ent_no);
alter table identity add constraint identity_ent_no_fkey foreign key (ent_no) references ent;

-- A photo in use is a file. Files are really deleted, so each column has an index. A visit holds files, and names a student, whose
-- photo is a file: a restore, which loads table by table, compares these references at its end, and so they may be deferred.
do $$
declare
  tbl text;
  col text;
begin
  foreach tbl in array array['emp', 'stu', 'ptr'] loop
    foreach col in array array['card_pht', 'face_pht'] loop
      execute format('update %1$I t set %2$I = null where %2$I is not null
        and not exists (select from file f where f.ent_no = t.ent_no and f.file_no = t.%2$I)', tbl, col);
      execute format('create index %I on %I (ent_no, %I) where %3$I is not null', tbl || '_by_' || col, tbl, col);
      execute format('alter table %I add constraint %I foreign key (ent_no, %I) references file deferrable initially immediate',
        tbl, tbl || '_' || col || '_fkey', col);
    end loop;
  end loop;
end $$;

-- What is read before it is known which enterprise is meant gets a lock of its own too (src/server/database/policies.ts). The release
-- before goes on working without one: this policy binds its role alone as soon as the others are made.
do $$
declare tbl text;
begin
  foreach tbl in array array['identity', 'session', 'ticket', 'login_log', 'ent_tree', 'ent_name', 'op_ent', 'pwr_version'] loop
    execute format('alter table %I enable row level security', tbl);
    execute format('alter table %I force row level security', tbl);
    execute format('create policy before_locks on %I using (true) with check (true)', tbl);
  end loop;
end $$;
-- What follows from a change does so in every enterprise, whatever who makes it may see: sessions that end, the tree and the names,
-- and the version of the rights. None of these functions answers anything.
do $$
declare fn text;
begin
  foreach fn in array array['end_sessions', 'end_emp_sessions', 'raise_pwr_version', 'grow_ent_tree', 'move_ent_tree', 'mark_ent_tree',
    'keep_ent_name']
  loop
    execute format('alter function %I() security definer set search_path = public, pg_temp', fn);
  end loop;
end $$;
-- Whether an account is somebody in another enterprise than this one, and no more: whoever is, changes their phone themselves.
create function is_elsewhere(who text, home text) returns boolean language sql stable security definer
set search_path = public, pg_temp as $$
  select exists (select from identity i where i.user_no = who and i.ent_no = home)
    and exists (select from identity o where o.user_no = who and o.ent_no <> home)
$$;

-- No reference: `entcfg.cfg_code`, since a parameter may be offered to some identities alone, and then no one row stands for it.

do $$
declare tbl text;
begin
  foreach tbl in array array['ent', 'emp', 'stu', 'ptr', 'edcunit', 'stuarch', 'file', 'entmdl', 'imp_batch', 'imp_pic', 'role', 'vst',
    'stu_cnt', 'stunotsame', 'stumerge', 'act', 'history']
  loop
    execute format('alter table %I force row level security', tbl);
  end loop;
end $$;
drop procedure hold(regclass, text, text);
