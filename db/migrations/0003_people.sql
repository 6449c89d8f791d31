-- Departments, employees and their groups.

create table org (
  ent_no text not null references ent,
  org_no text not null,
  org_name text not null,
  prt_no text,
  tel text,
  help_code text,
  show_ord integer not null default 10,
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, org_no),
  constraint org_prt_no_fkey foreign key (ent_no, prt_no) references org
);
call tenant_table('org', 'org_no');
create unique index org_org_name_key on org (ent_no, coalesce(prt_no, ''), org_name) where stt <> '0';

create table emp (
  ent_no text not null references ent,
  emp_no text not null,
  idnt_no text not null,
  emp_name text not null,
  work_no text,
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
  primary key (ent_no, emp_no)
);
call tenant_table('emp', 'emp_no');
create unique index emp_work_no_key on emp (ent_no, work_no) where stt <> '0';
create unique index emp_id_no_key on emp (ent_no, id_no_hash) where stt <> '0';
create unique index emp_auth_tel_key on emp (ent_no, auth_tel) where stt <> '0';
create index emp_search on emp using gin (ent_no, search) where stt <> '0';

-- An employee that is disabled or deleted loses the sessions of this enterprise.
create function end_emp_sessions() returns trigger language plpgsql as $$
begin
  delete from session where ent_no = new.ent_no and idnt_val = new.emp_no;
  return null;
end $$;
create trigger end_sessions after update of stt on emp for each row when (new.stt <> '1') execute function end_emp_sessions();

create table orgemp (
  ent_no text not null,
  org_no text not null,
  emp_no text not null,
  mst_flag text not null default '0' check (mst_flag in ('0', '1')),
  lead_flag text not null default '0' check (lead_flag in ('0', '1')),
  show_ord integer not null default 10,
  primary key (ent_no, org_no, emp_no),
  constraint orgemp_org_no_fkey foreign key (ent_no, org_no) references org,
  constraint orgemp_emp_no_fkey foreign key (ent_no, emp_no) references emp
);
call tenant_table('orgemp', 'org_no', 'emp_no');
create unique index orgemp_mst_flag_key on orgemp (ent_no, emp_no) where mst_flag = '1';
create index orgemp_by_emp on orgemp (ent_no, emp_no);

create table empgrp (
  ent_no text not null references ent,
  grp_no text not null,
  grp_name text not null,
  grp_type text not null,
  des text,
  show_ord integer not null default 10,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  primary key (ent_no, grp_no)
);
call tenant_table('empgrp', 'grp_no');
create unique index empgrp_grp_name_key on empgrp (ent_no, grp_name) where stt <> '0';
create index empgrp_search on empgrp using gin (ent_no, search) where stt <> '0';
create index empgrp_by_order on empgrp (ent_no, show_ord, grp_no) where stt <> '0';

create table empgrpmbr (
  ent_no text not null,
  grp_no text not null,
  emp_no text not null,
  primary key (ent_no, grp_no, emp_no),
  constraint empgrpmbr_grp_no_fkey foreign key (ent_no, grp_no) references empgrp,
  constraint empgrpmbr_emp_no_fkey foreign key (ent_no, emp_no) references emp
);
call tenant_table('empgrpmbr', 'grp_no', 'emp_no');
create index empgrpmbr_by_emp on empgrpmbr (ent_no, emp_no);

-- Who holds a role, an exception or units is an employee of the enterprise.
do $$
declare tbl text;
begin
  foreach tbl in array array['emprole', 'emppwr', 'empdatapwr'] loop
    execute format('alter table %I add constraint %I foreign key (ent_no, emp_no) references emp', tbl, tbl || '_emp_no_fkey');
  end loop;
end $$;
