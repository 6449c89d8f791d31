-- Education units, students and guardians.

create table edcunit (
  ent_no text not null references ent,
  unit_no text not null,
  unit_name text not null,
  self_no text,
  prt_no text,
  unit_type text not null check (unit_type in ('1', '2', '3', '4', '5', '6')),
  stdy_prd text,
  entr_year integer,
  grdt_year integer,
  cur_grade integer,
  cur_sch_year integer,
  name_lock text not null default '0',
  des text,
  show_ord integer not null default 10,
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, unit_no),
  constraint edcunit_prt_no_fkey foreign key (ent_no, prt_no) references edcunit
);
call tenant_table('edcunit', 'unit_no');
create unique index edcunit_unit_name_key on edcunit (ent_no, coalesce(prt_no, ''), unit_name) where stt <> '0';
create unique index edcunit_self_no_key on edcunit (ent_no, coalesce(prt_no, ''), self_no) where stt <> '0';

create table stu (
  ent_no text not null references ent,
  stu_no text not null,
  stu_name text not null,
  unit_no text not null,
  id_no text,
  id_no_hash text,
  sex text not null check (sex in ('M', 'F', 'U')),
  brth date,
  wts text,
  stdy_no text,
  auth_tel text,
  auth_flag text not null default '0',
  card_pht text,
  face_pht text,
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2', '3', '4')),
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  primary key (ent_no, stu_no),
  constraint stu_unit_no_fkey foreign key (ent_no, unit_no) references edcunit
);
call tenant_table('stu', 'stu_no');
create unique index stu_id_no_key on stu (ent_no, id_no_hash) where stt in ('1', '4');
create unique index stu_stdy_no_key on stu (ent_no, stdy_no) where stt <> '0';
create index stu_by_unit on stu (ent_no, unit_no) where stt <> '0';
create index stu_search on stu using gin (ent_no, search) where stt <> '0';

create table ptr (
  ent_no text not null references ent,
  ptr_no text not null,
  ptr_name text not null,
  id_no text,
  id_no_hash text,
  sex text not null check (sex in ('M', 'F', 'U')),
  brth date,
  auth_tel text not null,
  auth_flag text not null default '0',
  card_pht text,
  face_pht text,
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  primary key (ent_no, ptr_no)
);
call tenant_table('ptr', 'ptr_no');
create unique index ptr_auth_tel_key on ptr (ent_no, auth_tel) where stt <> '0';
create unique index ptr_id_no_key on ptr (ent_no, id_no_hash) where stt <> '0';
create index ptr_search on ptr using gin (ent_no, search) where stt <> '0';

create table stuptr (
  ent_no text not null,
  stu_no text not null,
  ptr_no text not null,
  relt text not null,
  rem text,
  primary key (ent_no, stu_no, ptr_no),
  constraint stuptr_stu_no_fkey foreign key (ent_no, stu_no) references stu,
  constraint stuptr_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr
);
call tenant_table('stuptr', 'stu_no', 'ptr_no');
create index stuptr_by_ptr on stuptr (ent_no, ptr_no);
