-- Every way in and what it leaves, who looks at the product as somebody else, action codes, and what a role reaches.

-- How a session began, from where, and on whose behalf: `imit_user_no` looks at the product as this user.
alter table session
  add column session_no bigint generated always as identity,
  add column way text not null default 'pwd',
  add column address text,
  add column client text,
  add column imit_user_no text references account,
  -- Where the imitator is employed, and the right they do it with: asked again with every call.
  add column imit_ent_no text,
  add column imit_emp_no text,
  add column imit_right text,
  add column reason text,
  add column read_only boolean not null default false,
  -- The CAS ticket it was opened with, as a hash: its server may end it.
  add column cas_hash bytea;
create unique index session_session_no_key on session (session_no);
create index session_by_cas on session (cas_hash) where cas_hash is not null;

-- A one-use tokenId opens a session that is like the one it came from, ends no later, and is gone with it.
drop table ticket;
create table ticket (
  ticket_hash bytea primary key,
  session_no bigint not null references session (session_no) on delete cascade,
  life_tm timestamptz not null,
  user_no text not null references account,
  idnt_no text not null,
  idnt_val text not null,
  ent_no text not null,
  imit_user_no text,
  imit_ent_no text,
  imit_emp_no text,
  imit_right text,
  reason text,
  read_only boolean not null default false,
  cas_hash bytea,
  end_tm timestamptz not null
);
create index ticket_by_session on ticket (session_no);
create index ticket_by_cas on ticket (cas_hash) where cas_hash is not null;

alter table login_log add column way text not null default 'pwd', add column imit_user_no text, add column reason text;
create index login_log_by_ent on login_log (ent_no, at);
create index login_log_by_time on login_log (at);

-- What a stranger has to solve, and the one-use proof of it; only hashes of the answers.
create table captcha (
  id_hash bytea primary key,
  kind text not null check (kind in ('image', 'slide', 'token')),
  answer bytea,
  -- Where the piece of a slide captcha belongs, in pixels.
  place integer,
  address text not null,
  crt_tm timestamptz not null default now(),
  end_tm timestamptz not null
);
create index captcha_by_time on captcha (end_tm);

-- A sign-in at an OpenID provider that is under way.
create table sso_state (
  state_hash bytea primary key,
  -- Bound to the browser that began it.
  browser_hash bytea not null,
  verifier text not null,
  nonce text not null,
  end_tm timestamptz not null
);

-- CAS tickets that were shown here once, however that ended.
create table cas_ticket (
  ticket_hash bytea primary key,
  end_tm timestamptz not null
);

-- Who really acted, where somebody acted as another.
alter table history add column imit_user_no text;
alter table history alter column imit_user_no set default setting('imit_user_no');

-- Action codes of every terminal type.
create table pwr (
  tml_type text not null,
  pwr_no text not null,
  pwr_name text not null,
  des text,
  stt text not null default '1' check (stt in ('0', '1')),
  primary key (tml_type, pwr_no)
);
call recorded_table('pwr', 'tml_type', 'pwr_no');
create unique index pwr_pwr_name_key on pwr (tml_type, pwr_name) where stt <> '0';

-- `func`: the actions an enterprise was given of a module, null for all; `prt_code`, `show_ord`: where the enterprise put it.
alter table entmdl
  add column func text,
  add column prt_code text references mdl,
  add column show_ord integer;

-- Whose messages a person receives through a role.
create table empmsgpwr (
  ent_no text not null,
  emp_no text not null,
  role_no text not null,
  data_val text not null,
  data_type text not null check (data_type in ('unit', 'org', 'ent')),
  primary key (ent_no, emp_no, role_no, data_val),
  constraint empmsgpwr_emp_no_fkey foreign key (ent_no, emp_no) references emp
);
call tenant_table('empmsgpwr', 'emp_no', 'role_no', 'data_val');
create trigger pwr_version after insert or update or delete on empmsgpwr for each row execute function raise_pwr_version();

-- What may be given depends on the enterprise's own set too, so its changes are seen by the next request.
create trigger pwr_version after insert or update or delete on pwr for each row execute function raise_pwr_version('platform');

-- The third lock: `app.orgs` names the departments that the call's roles reach; without it they reach all.
-- A person is within reach who is in one of them. Whoever is made is not in any department yet, so making is not asked.
create procedure reach_policies(tbl regclass) language plpgsql as $$
begin
  execute format('create policy reach on %1$s as restrictive using (coalesce(current_setting(''app.orgs'', true), '''') = ''''
    or exists (select from emp e where e.ent_no = %1$s.ent_no and e.emp_no = %1$s.emp_no))', tbl);
end $$;
do $$
declare
  tbl text;
  within text := 'coalesce(current_setting(''app.orgs'', true), '''') = '''' or %s = any(string_to_array(current_setting(''app.orgs'', true), '',''))';
  member text := 'coalesce(current_setting(''app.orgs'', true), '''') = '''' or exists (select from orgemp o
    where o.ent_no = emp.ent_no and o.emp_no = emp.emp_no)';
begin
  execute format('create policy reach on orgemp as restrictive using (%s)', format(within, 'org_no'));
  execute format('create policy reach on org as restrictive using (%s or %s)', format(within, 'org_no'), format(within, 'prt_no'));
  execute format('create policy reach_read on emp as restrictive for select using (%s)', member);
  execute format('create policy reach_write on emp as restrictive for update using (%s)', member);
  execute format('create policy reach_delete on emp as restrictive for delete using (%s)', member);
  foreach tbl in array array['empgrpmbr', 'emprole', 'emppwr', 'empdatapwr', 'empmsgpwr', 'emparch', 'phtapply'] loop
    execute format('call reach_policies(%L)', tbl);
  end loop;
end $$;

-- Whoever acts as another does so as long as they themselves may; a role that is taken away ends its holder's sessions.
create or replace function end_sessions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'identity' then
    update session set gone = true where user_no = old.user_no and idnt_no = old.idnt_no and ent_no = old.ent_no;
    delete from session where imit_user_no = old.user_no;
    delete from ticket where user_no = old.user_no or imit_user_no = old.user_no;
  elsif tg_table_name = 'account' then
    delete from session where user_no = old.user_no or imit_user_no = old.user_no;
    delete from ticket where user_no = old.user_no or imit_user_no = old.user_no;
  elsif tg_table_name = 'emprole' then
    delete from session where (ent_no = old.ent_no and idnt_val = old.emp_no)
      or imit_user_no in (select i.user_no from identity i where i.ent_no = old.ent_no and i.idnt_val = old.emp_no);
    delete from ticket where ent_no = old.ent_no and idnt_val = old.emp_no;
  else
    delete from session where ent_no = old.ent_no;
  end if;
  return null;
end $$;
create trigger end_sessions after delete on emprole for each row execute function end_sessions();
-- Who signs in as somebody else now does not go on as who they were.
drop trigger end_sessions on identity;
create trigger end_sessions after delete or update of idnt_val on identity for each row execute function end_sessions();
create index session_by_imitator on session (imit_user_no) where imit_user_no is not null;
