-- Looks at masked values and reasons in history, photo applications, settings, and what lists of employees stand on.

alter table history drop constraint history_act_check;
alter table history add constraint history_act_check check (act in ('insert', 'update', 'delete', 'read'));
-- What the caller gave as the reason of the whole operation.
alter table history add column reason text;
alter table history alter column reason set default setting('reason');

create index emp_by_no on emp (ent_no, emp_no, stt) where stt <> '0';
create index orgemp_by_order on orgemp (ent_no, org_no, show_ord, emp_no);
-- Who is in several departments.
create index orgemp_beside on orgemp (ent_no, emp_no) where mst_flag = '0';
create index org_by_parent on org (ent_no, prt_no, show_ord) where stt <> '0';

-- Of pictures, in pixels.
alter table file add column width integer, add column height integer;

-- Photos handed in; stt: 1 to be reviewed, 2 passed, 3 refused, 0 replaced by a later one.
create table phtapply (
  ent_no text not null references ent,
  apply_no text not null,
  emp_no text,
  pht_type text not null check (pht_type in ('card', 'face')),
  file_no text not null,
  cnsnt_flag text not null default '0' check (cnsnt_flag in ('0', '1')),
  rem text,
  rsn text,
  user_no text not null,
  stt text not null default '1' check (stt in ('0', '1', '2', '3')),
  primary key (ent_no, apply_no),
  constraint phtapply_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint phtapply_file_no_fkey foreign key (ent_no, file_no) references file
);
call tenant_table('phtapply', 'apply_no');
create unique index phtapply_emp_no_key on phtapply (ent_no, emp_no, pht_type) where stt = '1';

-- Settings: what the platform offers with its default (idnt_no 000: every identity), and where an enterprise differs.
create table pbccfg (
  cfg_code text not null,
  idnt_no text not null default '000',
  cfg_desc text not null,
  val_type text not null default 'S' check (val_type in ('S', 'N', 'B', 'D', 'L')),
  dftl_val text not null default '',
  val_list jsonb,
  rem text,
  primary key (cfg_code, idnt_no)
);
call recorded_table('pbccfg', 'cfg_code', 'idnt_no');
create table entcfg (
  ent_no text not null references ent,
  cfg_code text not null,
  cur_val text not null,
  rem text,
  primary key (ent_no, cfg_code)
);
call tenant_table('entcfg', 'cfg_code');
