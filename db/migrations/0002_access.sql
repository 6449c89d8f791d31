-- Accounts, identities, sessions; modules, roles and what they grant.

create table account (
  user_no text primary key,
  name text not null,
  nick_name text not null,
  auth_tel text,
  avatar text,
  introduction text,
  pwd_hash text not null,
  pwd_initial boolean not null default false,
  stt text not null default '1' check (stt in ('0', '1', '2'))
);
call recorded_table('account', 'user_no', '-', 'pwd_hash');
create unique index account_name_key on account (lower(name)) where stt <> '0';
create unique index account_auth_tel_key on account (auth_tel) where stt <> '0';

-- One row per identity that an account may take; idnt_val is the person's number inside it.
create table identity (
  user_no text not null references account,
  idnt_no text not null,
  ent_no text not null,
  idnt_val text not null,
  primary key (user_no, idnt_no, ent_no)
);
create index identity_by_ent on identity (ent_no, idnt_val);
call recorded_table('identity', 'user_no', 'idnt_no', 'ent_no');

-- Only the hash of a token is kept. A session whose identity was taken away stays as `gone`, so that it can say why.
create table session (
  token_hash bytea primary key,
  user_no text not null references account,
  name text not null,
  idnt_no text not null,
  idnt_val text not null,
  ent_no text not null,
  initial boolean not null,
  gone boolean not null default false,
  crt_tm timestamptz not null default now(),
  seen_tm timestamptz not null default now(),
  end_tm timestamptz not null
);
create index session_by_user on session (user_no);
create index session_by_ent on session (ent_no, idnt_val);

-- One-use identifiers (60 s) with which a platform's entry page fetches a session of its own.
create table ticket (
  ticket_hash bytea primary key,
  user_no text not null references account,
  idnt_no text not null,
  ent_no text not null,
  end_tm timestamptz not null
);

create function end_sessions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'identity' then
    update session set gone = true where user_no = old.user_no and idnt_no = old.idnt_no and ent_no = old.ent_no;
  elsif tg_table_name = 'account' then
    delete from session where user_no = old.user_no;
  else
    delete from session where ent_no = old.ent_no;
  end if;
  return null;
end $$;
create trigger end_sessions after delete on identity for each row execute function end_sessions();
create trigger end_sessions after update of stt on account for each row when (new.stt <> '1') execute function end_sessions();
create trigger end_sessions after update of stt on ent for each row when (new.stt <> '1') execute function end_sessions();

-- Wrong passwords per name (known or not) and per address.
create table login_fail (
  who text primary key,
  begun integer not null default 0,
  wrong integer not null default 0,
  until_tm timestamptz not null
);
create table login_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  name text not null,
  user_no text,
  idnt_no text,
  ent_no text,
  address text,
  client text,
  result text not null
);
create index login_log_by_user on login_log (user_no, at);

-- Modules of every terminal type; the built-in ones are seeded from src/contract/modules.ts.
create table mdl (
  mdl_code text primary key,
  prt_code text references mdl,
  tml_type text not null,
  idnt_no text,
  mdl_name text not null,
  mdl_desc text,
  pic_path text,
  url text,
  url_type text not null default '1',
  open_type text not null default '1',
  func text not null default '',
  rem text,
  show_ord integer not null default 10,
  stt text not null default '1'
);
call recorded_table('mdl', 'mdl_code');

-- Roles of the platform that enterprises are given, and what they grant.
create table pbcrole (
  role_no text primary key,
  role_name text not null,
  role_item text not null,
  idnt_no text not null,
  des text,
  stt text not null default '1'
);
call recorded_table('pbcrole', 'role_no');
create unique index pbcrole_role_name_key on pbcrole (idnt_no, role_name) where stt <> '0';
create table pbcrolepwr (
  role_no text not null references pbcrole,
  mdl_code text not null references mdl,
  pwr_no text not null,
  primary key (role_no, mdl_code, pwr_no)
);
call recorded_table('pbcrolepwr', 'role_no', 'mdl_code', 'pwr_no');

-- What an enterprise was given: modules and public roles.
create table entmdl (
  ent_no text not null references ent,
  mdl_code text not null references mdl,
  mdl_name text,
  mdl_desc text,
  stt text not null default '1',
  primary key (ent_no, mdl_code)
);
call tenant_table('entmdl', 'mdl_code');
create table entrole (
  ent_no text not null references ent,
  role_no text not null references pbcrole,
  primary key (ent_no, role_no)
);
call tenant_table('entrole', 'role_no');

-- An enterprise's own roles, who has which role, personal exceptions, and the units a person holds through a role.
create table role (
  ent_no text not null references ent,
  role_no text not null,
  role_name text not null,
  role_item text not null,
  des text,
  show_ord integer not null default 10,
  stt text not null default '1',
  primary key (ent_no, role_no)
);
call tenant_table('role', 'role_no');
create unique index role_role_name_key on role (ent_no, role_name) where stt <> '0';
create table rolepwr (
  ent_no text not null,
  role_no text not null,
  mdl_code text not null references mdl,
  pwr_no text not null,
  primary key (ent_no, role_no, mdl_code, pwr_no),
  constraint rolepwr_role_no_fkey foreign key (ent_no, role_no) references role
);
call tenant_table('rolepwr', 'role_no', 'mdl_code', 'pwr_no');
create table emprole (
  ent_no text not null,
  emp_no text not null,
  role_no text not null,
  show_ord integer not null default 10,
  primary key (ent_no, emp_no, role_no)
);
call tenant_table('emprole', 'emp_no', 'role_no');
create table emppwr (
  ent_no text not null,
  emp_no text not null,
  mdl_code text not null references mdl,
  pwr_no text not null,
  add_del_flag text not null check (add_del_flag in ('1', '2')),
  primary key (ent_no, emp_no, mdl_code, pwr_no)
);
call tenant_table('emppwr', 'emp_no', 'mdl_code', 'pwr_no');
create table empdatapwr (
  ent_no text not null,
  emp_no text not null,
  role_no text not null,
  data_val text not null,
  data_type text not null check (data_type in ('unit', 'org', 'ent')),
  primary key (ent_no, emp_no, role_no, data_val)
);
call tenant_table('empdatapwr', 'emp_no', 'role_no', 'data_val');

-- The version under which permission sets may be cached: '' for the platform, one for each enterprise.
create table pwr_version (ent_no text primary key, ver integer not null);
create function raise_pwr_version() returns trigger language plpgsql as $$
declare
  whose text := case when tg_argv[0] = 'platform' then '' else setting('ent_no') end;
begin
  insert into pwr_version values (coalesce(whose, ''), 1) on conflict (ent_no) do update set ver = pwr_version.ver + 1;
  return null;
end $$;
do $$
declare tbl text;
begin
  foreach tbl in array array['entmdl', 'entrole', 'role', 'rolepwr', 'emprole', 'emppwr', 'empdatapwr'] loop
    execute format('create trigger pwr_version after insert or update or delete on %I execute function raise_pwr_version()', tbl);
  end loop;
  foreach tbl in array array['mdl', 'pbcrole', 'pbcrolepwr'] loop
    execute format('create trigger pwr_version after insert or update or delete on %I execute function raise_pwr_version(''platform'')', tbl);
  end loop;
end $$;
