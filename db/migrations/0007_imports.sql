-- Imports that are repaired in place and taken back, how far one has come, and the archive of employees.

alter table imp_batch
  add column sheet text not null default '',
  -- The titles of the workbook's columns, and at which place (from 0) each field stands; a field that has no column stands behind them.
  add column heads jsonb not null default '[]',
  add column places jsonb not null default '{}',
  -- Whether somebody has looked at the places and said that they are right.
  add column mapped boolean not null default false,
  -- How many rows are added, changed, the same, wrong, left out.
  add column counts jsonb not null default '{}',
  -- The operation that wrote it.
  add column op uuid;
create index imp_batch_by_user on imp_batch (ent_no, user_no, crt_tm);
alter table imp_row drop constraint imp_row_act_check;
alter table imp_row add constraint imp_row_act_check check (act in ('add', 'upd', 'same', 'skip', 'out'));
create index imp_row_by_act on imp_row (ent_no, batch_no, act, row_no);

-- What is under way: `no` is a file that is read or a batch that is written.
create table imp_progress (
  ent_no text not null,
  no text not null,
  done integer not null,
  total integer not null,
  primary key (ent_no, no)
);
call tenant_policies('imp_progress');

create table emparch (
  ent_no text not null,
  emp_no text not null,
  ntnl text,
  nation text,
  np_prvn text,
  np_city text,
  prvn text,
  city text,
  dstr text,
  chd_dstr text,
  adr text,
  ent_dt date,
  pstn text,
  pstn_dtt text,
  pltc text,
  ttl text,
  prz_dt date,
  qlfc_no text,
  sbt_no text,
  max_edc text,
  pth_lvl text,
  it_lvl text,
  man_chr text,
  hobby text,
  qq text,
  vx text,
  primary key (ent_no, emp_no),
  constraint emparch_emp_no_fkey foreign key (ent_no, emp_no) references emp
);
call tenant_table('emparch', 'emp_no');
