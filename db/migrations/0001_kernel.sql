-- What every table leans on: stamps, history, the two locks of tenancy, the enterprise tree and number rules.

create extension if not exists btree_gin;

-- Facts about this installation: root enterprise, fingerprint of the secret key, loaded reference data.
create table meta (key text primary key, val text not null);

create function setting(name text) returns text language sql stable parallel safe
as $$ select nullif(current_setting('app.' || name, true), '') $$;

-- Before-images of every change: the state at T is the first before-image after T, otherwise the live row.
create table history (
  ent_no text not null,
  at timestamptz not null default clock_timestamp(),
  id bigint generated always as identity,
  op uuid not null,
  tbl text not null,
  key jsonb not null,
  act text not null check (act in ('insert', 'update', 'delete')),
  before jsonb,
  user_no text,
  call text,
  primary key (ent_no, at, id)
) partition by range (at);
create table history_other partition of history default;
create index history_by_key on history (ent_no, tbl, key, at);
create index history_by_op on history (ent_no, op);

-- Makes the monthly partitions from last month to two years ahead that do not exist yet.
create procedure make_history_partitions() language plpgsql as $$
declare
  first date := date_trunc('month', now() at time zone 'Asia/Shanghai')::date - interval '1 month';
  month date;
begin
  for i in 0..24 loop
    month := first + make_interval(months => i);
    if to_regclass('history_' || to_char(month, 'YYYYMM')) is null then
      begin
        execute format('create table %I partition of history for values from (%L) to (%L)',
          'history_' || to_char(month, 'YYYYMM'), month::text || ' 00:00+08', (month + interval '1 month')::date::text || ' 00:00+08');
      exception when check_violation then
        -- The default partition holds rows of that month already and keeps it.
        null;
      end;
    end if;
  end loop;
end $$;

-- Arguments: the columns of the key, then after '-' the columns that history never keeps.
create function write_history() returns trigger language plpgsql as $$
declare
  row_now jsonb := to_jsonb(coalesce(new, old));
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  key jsonb := '{}';
  secret boolean := false;
  argument text;
begin
  foreach argument in array tg_argv loop
    if argument = '-' then secret := true;
    elsif secret then before := before - argument;
    else key := key || jsonb_build_object(argument, row_now -> argument);
    end if;
  end loop;
  insert into history (ent_no, op, tbl, key, act, before, user_no, call)
  values (coalesce(row_now ->> 'ent_no', setting('ent_no'), ''), coalesce(setting('op')::uuid, gen_random_uuid()),
    tg_table_name, key, lower(tg_op), before, setting('user_no'), setting('call'));
  return null;
end $$;

-- Who and when; the version only rises.
create function stamp() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.crt_user := setting('user_no'); new.crt_tm := clock_timestamp(); new.ver := 1;
  else
    new.crt_user := old.crt_user; new.crt_tm := old.crt_tm; new.ver := old.ver + 1;
  end if;
  new.upd_user := setting('user_no'); new.upd_tm := clock_timestamp();
  return new;
end $$;

-- Gives a table its stamps and its history; history_arguments as write_history takes them.
create procedure recorded_table(tbl regclass, variadic history_arguments text[]) language plpgsql as $$
begin
  execute format('alter table %s add column crt_user text, add column crt_tm timestamptz not null default now(),
    add column upd_user text, add column upd_tm timestamptz not null default now(), add column ver integer not null default 1', tbl);
  execute format('create trigger stamp before insert or update on %s for each row execute function stamp()', tbl);
  execute format('create trigger history after insert or update or delete on %s for each row execute function write_history(%s)',
    tbl, (select string_agg(quote_literal(a), ', ') from unnest(history_arguments) a));
end $$;

-- The closure of the enterprise tree: every enterprise with each of its ancestors and itself.
create table ent_tree (
  anc_no text not null,
  ent_no text not null,
  depth integer not null,
  primary key (anc_no, ent_no)
);
create index ent_tree_by_ent on ent_tree (ent_no);

-- The second lock of tenancy: rows of the one enterprise that the call works on, or, to read, of the sub-tree it declared.
-- current_setting() stands bare, because it is asked for every row; a session without the setting has none or an empty one.
-- PostgreSQL asks policies in the reverse order of their names: `tenant` answers before `sub_tree` is looked at.
create procedure tenant_policies(tbl regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s using (ent_no = current_setting(''app.ent_no'', true))
    with check (ent_no = current_setting(''app.ent_no'', true))', tbl);
  execute format('create policy sub_tree on %s for select
    using (ent_no in (select t.ent_no from ent_tree t where t.anc_no = setting(''root_no'')))', tbl);
end $$;

-- A tenant table: two policies, stamps, history.
create procedure tenant_table(tbl regclass, variadic key_columns text[]) language plpgsql as $$
begin
  call tenant_policies(tbl);
  call recorded_table(tbl, variadic array['ent_no'] || key_columns);
end $$;

call tenant_policies('history');
drop policy tenant on history;
-- What belongs to no enterprise is kept under an empty number, which an empty setting must not open.
create policy own_read on history for select using (ent_no = setting('ent_no'));
create policy own_write on history for insert with check (ent_no = coalesce(setting('ent_no'), ''));

-- Pairs of neighbouring characters: what a search of two or more characters looks up.
create function bigrams(words text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct substr(words, i, 2)), '{}') from generate_series(1, length(words) - 1) i
$$;

create table ent (
  ent_no text primary key,
  ent_name text not null,
  prt_no text references ent,
  idnt_no text not null,
  self_no text,
  link_man text,
  link_tel text,
  ent_logo text,
  des text,
  rem text,
  show_ord integer not null default 10,
  stt text not null default '1' check (stt in ('0', '1', '2', '3'))
);
call tenant_table('ent', variadic array[]::text[]);
create unique index ent_ent_name_key on ent (coalesce(prt_no, ''), idnt_no, ent_name) where stt <> '0';

create function grow_ent_tree() returns trigger language plpgsql as $$
begin
  insert into ent_tree (anc_no, ent_no, depth)
  select anc_no, new.ent_no, depth + 1 from ent_tree where ent_no = new.prt_no
  union all select new.ent_no, new.ent_no, 0;
  return null;
end $$;
create trigger grow_ent_tree after insert on ent for each row execute function grow_ent_tree();

-- Number rules (domain, 2.8).
create table codegnrt (
  gnrt_code text primary key,
  prfx text not null default '',
  sufx text not null default '',
  fix_bit integer not null default 0,
  min_val bigint not null default 1,
  max_val bigint not null,
  cur_val bigint not null default 0,
  rst_cyc text not null default 'N' check (rst_cyc in ('N', 'Y', 'M', 'D')),
  cyc text not null default '',
  des text
);

-- Dictionaries.
create table infotype (
  type_code text primary key,
  chn_name text not null,
  eng_name text,
  des text,
  char_name text,
  num_name text,
  stt text not null default '1'
);
call recorded_table('infotype', 'type_code');
create table info (
  type_code text not null references infotype,
  info_no text not null,
  chn_name text not null,
  eng_name text,
  des text,
  chd_type_code text,
  chd_info_no text,
  char_clmn text,
  num_clmn numeric(16, 4),
  show_flag text not null default '1',
  show_ord integer not null default 10,
  stt text not null default '1',
  primary key (type_code, info_no)
);
call recorded_table('info', 'type_code', 'info_no');
