-- Enterprises that are moved, what the platform keeps for them and about them, versioned dictionaries, and areas.

alter table ent
  add column help_code text,
  -- Name, pinyin, initials and numbers: what a keyword is looked up in.
  add column search_text text not null default '';
create unique index ent_self_no_key on ent (coalesce(prt_no, ''), self_no) where stt <> '0' and self_no is not null;

-- The closure follows an enterprise that gets another parent, with all that is below it; one of those cannot be the parent.
create function move_ent_tree() returns trigger language plpgsql as $$
begin
  if exists (select from ent_tree where anc_no = new.ent_no and ent_no = new.prt_no) then
    raise exception 'an enterprise below itself' using errcode = 'check_violation', constraint = 'ent_prt_no_cycle';
  end if;
  delete from ent_tree t using ent_tree d where d.anc_no = new.ent_no and t.ent_no = d.ent_no
    and t.anc_no in (select anc_no from ent_tree where ent_no = new.ent_no and depth > 0);
  insert into ent_tree (anc_no, ent_no, depth, live)
  select a.anc_no, d.ent_no, a.depth + d.depth + 1, d.live from ent_tree a, ent_tree d where a.ent_no = new.prt_no and d.anc_no = new.ent_no;
  return null;
end $$;
-- A deleted enterprise is out of reach, but what was done to it can be taken back.
alter table ent_tree add column live boolean not null default true;
create function mark_ent_tree() returns trigger language plpgsql as $$
begin
  update ent_tree set live = new.stt <> '0' where ent_no = new.ent_no;
  return null;
end $$;
create trigger mark_ent_tree after update of stt on ent for each row
  when ((new.stt = '0') is distinct from (old.stt = '0')) execute function mark_ent_tree();
create trigger move_ent_tree after update of prt_no on ent for each row
  when (new.prt_no is distinct from old.prt_no) execute function move_ent_tree();

-- The enterprises that one operation changed, where it was more than the call's own: taking it back visits each of them.
create table op_ent (
  op uuid not null,
  ent_no text not null,
  user_no text not null,
  primary key (op, ent_no)
);

-- When a password was set: where it may only be so old, it is changed at the next sign-in.
alter table account add column pwd_tm timestamptz not null default now();

-- `own_flag` 0: one value for the whole platform, the default itself. Numbers have limits, or a setting could lock everybody out.
alter table pbccfg
  add column own_flag text not null default '1' check (own_flag in ('0', '1')),
  add column min_val numeric,
  add column max_val numeric;

-- `fix_flag` 1: values that the program itself knows. `ver_no`: of the table as it is loaded here.
alter table infotype
  add column fix_flag text not null default '0' check (fix_flag in ('0', '1')),
  add column ver_no text;

-- The values of a dictionary that an enterprise uses, in its order; without rows it uses all of them.
create table entinfo (
  ent_no text not null references ent,
  type_code text not null,
  info_no text not null,
  show_ord integer not null default 10,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, type_code, info_no),
  constraint entinfo_info_no_fkey foreign key (type_code, info_no) references info
);
call tenant_table('entinfo', 'type_code', 'info_no');

create table entact (
  ent_no text not null references ent,
  rdx integer not null,
  pay_type text not null,
  act_no text not null,
  act_name text not null,
  opn_bank text,
  logo_path text,
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, rdx)
);
call tenant_table('entact', 'rdx');
create unique index entact_act_no_key on entact (ent_no, pay_type, act_no) where stt <> '0';

-- Payment items with the eight flags of the specification, section 3.
create table payitem (
  ent_no text not null references ent,
  pay_item_no text not null,
  item_name text not null,
  theme text not null,
  amt numeric(16, 2) not null,
  min_amt numeric(16, 2),
  max_amt numeric(16, 2),
  act_rdx integer,
  period text,
  pub_flag text not null default '0' check (pub_flag in ('0', '1')),
  on_flag text not null default '0' check (on_flag in ('0', '1')),
  off_flag text not null default '0' check (off_flag in ('0', '1')),
  edit_flag text not null default '0' check (edit_flag in ('0', '1')),
  part_flag text not null default '0' check (part_flag in ('0', '1')),
  part_cnt integer,
  amt_edit_flag text not null default '0' check (amt_edit_flag in ('0', '1')),
  sign_flag text not null default '0' check (sign_flag in ('0', '1')),
  must_flag text not null default '0' check (must_flag in ('0', '1')),
  show_ord integer not null default 10,
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, pay_item_no),
  check (on_flag = '0' or off_flag = '0'),
  constraint payitem_act_rdx_fkey foreign key (ent_no, act_rdx) references entact
);
call tenant_table('payitem', 'pay_item_no');
create unique index payitem_item_name_key on payitem (ent_no, theme, item_name) where stt <> '0';

-- Archives of schools and of other enterprises. An address is kept by its names, and by the code of the area it ends in.
create table scharch (
  ent_no text primary key references ent,
  prvn text,
  city text,
  dstr text,
  chd_dstr text,
  area_code text,
  adr text,
  ntr text,
  sch_type text,
  admn_lvl text,
  flr_spc numeric(12, 2) check (flr_spc >= 0),
  flr_area numeric(12, 2) check (flr_area >= 0)
);
call tenant_table('scharch', variadic array[]::text[]);
create table edcarch (
  ent_no text primary key references ent,
  prvn text,
  city text,
  dstr text,
  area_code text,
  adr text
);
call tenant_table('edcarch', variadic array[]::text[]);
alter table emparch add column area_code text;

create table billtype (
  type_no text primary key,
  type_name text not null,
  min_val bigint not null,
  max_val bigint not null,
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  check (min_val <= max_val)
);
call recorded_table('billtype', 'type_no');
create unique index billtype_type_name_key on billtype (type_name) where stt <> '0';

-- A number rule is recorded as others are; that its counter goes on is no change of it.
alter table codegnrt
  add column stt text not null default '1' check (stt in ('0', '1')),
  add column crt_user text,
  add column crt_tm timestamptz not null default now(),
  add column upd_user text,
  add column upd_tm timestamptz not null default now(),
  add column ver integer not null default 1;
create trigger stamp before insert or update of prfx, sufx, fix_bit, min_val, max_val, rst_cyc, des, stt on codegnrt
  for each row execute function stamp();
create trigger history after insert or delete or update of prfx, sufx, fix_bit, min_val, max_val, rst_cyc, des, stt on codegnrt
  for each row execute function write_history('gnrt_code', '-', 'cur_val', 'cyc');

-- Administrative areas: province, city, district, town. No two below the same one share a name.
create table admn_area (
  area_code text primary key,
  area_name text not null,
  lvl integer not null,
  prt_code text,
  show_ord integer not null
);
create unique index admn_area_area_name_key on admn_area (coalesce(prt_code, ''), area_name);
create index admn_area_by_lvl on admn_area (lvl, show_ord);
