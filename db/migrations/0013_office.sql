-- Office work: templates of forms, meetings, visits.

-- A template of forms. `draft`: the columns being designed, null while there is nothing beyond what is published; `ver_no`: the
-- published version in force; stt 1 never published, 2 published, 3 out of use.
create table tmpl (
  ent_no text not null references ent,
  tmpl_no text not null,
  type_no text not null references billtype,
  tmpl_name text not null,
  des text,
  draft jsonb,
  ver_no integer,
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  stt text not null default '1' check (stt in ('0', '1', '2', '3')),
  primary key (ent_no, tmpl_no),
  constraint tmpl_stt_check1 check (stt = '0' or (stt = '1') = (ver_no is null))
);
call tenant_table('tmpl', 'tmpl_no');
create unique index tmpl_tmpl_name_key on tmpl (ent_no, tmpl_name) where stt <> '0';

-- What was published stays as it was; records name the version that they were written with.
create table tmplver (
  ent_no text not null,
  tmpl_no text not null,
  ver_no integer not null,
  bill_clmns jsonb not null,
  primary key (ent_no, tmpl_no, ver_no),
  constraint tmplver_tmpl_no_fkey foreign key (ent_no, tmpl_no) references tmpl
);
call tenant_table('tmplver', 'tmpl_no', 'ver_no');
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a published version is not changed' using errcode = 'insufficient_privilege';
end $$;
create trigger immutable before update on tmplver for each row execute function refuse_change();

-- The last number that was given in the segment of a type (`billtype`).
create table tmplseg (
  ent_no text not null references ent,
  type_no text not null references billtype,
  cur_val bigint not null,
  primary key (ent_no, type_no)
);
call tenant_policies('tmplseg');

-- A meeting: stt 1 draft, 2 published, 4 ended, 5 cancelled; that it is under way is told by its sessions.
create table mtg (
  ent_no text not null references ent,
  mtg_no text not null,
  mtg_name text not null,
  mtg_type text,
  host_emp_no text not null,
  -- Who called it, and may change it beside those who see to all meetings.
  emp_no text not null,
  cntnt text,
  atchs jsonb not null default '[]',
  sign_flag text not null default '1' check (sign_flag in ('0', '1')),
  -- 1: leaving is signed as well; whoever leaves before the end has left early.
  out_flag text not null default '0' check (out_flag in ('0', '1')),
  -- 1: others may ask to join.
  appl_flag text not null default '0' check (appl_flag in ('0', '1')),
  -- The form that attendees answer with.
  tmpl_no text,
  ver_no integer,
  pub_tm timestamptz,
  end_tm timestamptz,
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  stt text not null default '1' check (stt in ('0', '1', '2', '4', '5')),
  primary key (ent_no, mtg_no),
  constraint mtg_host_emp_no_fkey foreign key (ent_no, host_emp_no) references emp,
  constraint mtg_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint mtg_tmpl_no_fkey foreign key (ent_no, tmpl_no, ver_no) references tmplver
);
call tenant_table('mtg', 'mtg_no');
create index mtg_search on mtg using gin (ent_no, search) where stt <> '0';

create table mtgschd (
  ent_no text not null,
  mtg_no text not null,
  rdx integer not null,
  schd_name text,
  place text,
  s_dt timestamptz not null,
  e_dt timestamptz not null,
  sign_s_dt timestamptz not null,
  sign_e_dt timestamptz not null,
  primary key (ent_no, mtg_no, rdx),
  constraint mtgschd_mtg_no_fkey foreign key (ent_no, mtg_no) references mtg,
  check (s_dt < e_dt and sign_s_dt <= s_dt and sign_e_dt >= s_dt)
);
call tenant_table('mtgschd', 'mtg_no', 'rdx');
create index mtgschd_by_time on mtgschd (ent_no, s_dt, e_dt);

-- Who is asked to a meeting: an employee, or a guest by name and phone. stt as in the dictionary MTG_MAN_STT, 0 taken off.
create table mtgman (
  ent_no text not null,
  mtg_no text not null,
  man_no text not null,
  emp_no text,
  man_name text not null,
  man_tel text,
  work_unit text,
  man_type text not null default '2',
  -- What was asked for: 1 to join, 2 for leave; why, and why it was refused.
  appl_type text check (appl_type in ('1', '2')),
  rsn text,
  answer text,
  ver_no integer,
  vals jsonb,
  rep_tm timestamptz,
  search_text text not null default '',
  stt text not null default '1' check (stt in ('0', '1', '2', '3', '4', '5', '6')),
  primary key (ent_no, mtg_no, man_no),
  constraint mtgman_mtg_no_fkey foreign key (ent_no, mtg_no) references mtg,
  constraint mtgman_emp_no_fkey foreign key (ent_no, emp_no) references emp
);
call tenant_table('mtgman', 'mtg_no', 'man_no');
create unique index mtgman_emp_no_key on mtgman (ent_no, mtg_no, emp_no) where stt <> '0' and emp_no is not null;
create unique index mtgman_man_tel_key on mtgman (ent_no, mtg_no, man_tel) where stt <> '0' and emp_no is null and man_tel is not null;
create index mtgman_by_employee on mtgman (ent_no, emp_no) where stt <> '0' and emp_no is not null;

-- Who was there, in each session: by the code (`qr`) or entered by hand; stt as in the dictionary SIGN_STT, where 0 is nobody yet.
create table mtgsign (
  ent_no text not null,
  mtg_no text not null,
  rdx integer not null,
  man_no text not null,
  sign_tm timestamptz,
  out_tm timestamptz,
  sign_way text not null check (sign_way in ('qr', 'hand')),
  rem text,
  stt text not null check (stt in ('0', '1', '2', '3', '4', '5')),
  primary key (ent_no, mtg_no, rdx, man_no),
  constraint mtgsign_rdx_fkey foreign key (ent_no, mtg_no, rdx) references mtgschd,
  constraint mtgsign_man_no_fkey foreign key (ent_no, mtg_no, man_no) references mtgman
);
call tenant_table('mtgsign', 'mtg_no', 'rdx', 'man_no');

-- A visit: stt as in the dictionary VST_STT (6, expired, is told by its end), 0 deleted. `key_hash`: of the key that the
-- visitor's own page shows it by; `pass_no`: what is shown at the gate.
create table vst (
  ent_no text not null references ent,
  vst_no text not null,
  tmpl_no text not null,
  ver_no integer not null,
  vst_name text not null,
  vst_tel text not null,
  -- Sealed, with a hash for equality.
  id_no text,
  id_no_hash text,
  sex text,
  work_unit text,
  car_no text,
  rsn text,
  to_emp_no text not null,
  stu_no text,
  plan_s_dt timestamptz not null,
  plan_e_dt timestamptz not null,
  in_dt timestamptz,
  out_dt timestamptz,
  gate text,
  pass_no text,
  team_flag text not null default '0' check (team_flag in ('0', '1')),
  -- What was filled in, by column; ID numbers sealed.
  vals jsonb not null default '{}',
  answer text,
  key_hash text,
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  stt text not null default '1' check (stt in ('0', '1', '2', '3', '4', '5', '7')),
  primary key (ent_no, vst_no),
  constraint vst_plan_check check (plan_s_dt < plan_e_dt),
  constraint vst_tmpl_no_fkey foreign key (ent_no, tmpl_no, ver_no) references tmplver,
  constraint vst_to_emp_no_fkey foreign key (ent_no, to_emp_no) references emp,
  constraint vst_stu_no_fkey foreign key (ent_no, stu_no) references stu
);
call tenant_table('vst', 'vst_no', '-', 'key_hash', 'pass_no');
create index vst_search on vst using gin (ent_no, search) where stt <> '0';
create index vst_by_time on vst (ent_no, plan_s_dt) where stt <> '0';
create unique index vst_key_hash_key on vst (ent_no, key_hash) where key_hash is not null;

create table vstmate (
  ent_no text not null,
  vst_no text not null,
  rdx integer not null,
  mate_name text not null,
  mate_tel text,
  id_no text,
  primary key (ent_no, vst_no, rdx),
  constraint vstmate_vst_no_fkey foreign key (ent_no, vst_no) references vst
);
call tenant_table('vstmate', 'vst_no', 'rdx');

-- Where visitors register themselves: the key in the code that hangs at the gate, for one template of visits.
create table vstcode (
  ent_no text not null,
  code_no text not null,
  tmpl_no text not null,
  code_name text not null,
  key_hash text not null,
  sealed_key text not null,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, code_no),
  constraint vstcode_tmpl_no_fkey foreign key (ent_no, tmpl_no) references tmpl
);
call tenant_table('vstcode', 'code_no', '-', 'key_hash', 'sealed_key');
create unique index vstcode_key_hash_key on vstcode (ent_no, key_hash);

-- The one record that a whole list is for: the meeting that people are asked to.
alter table imp_batch add column ref_no text;
