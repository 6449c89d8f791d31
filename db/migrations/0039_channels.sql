-- Channels: how messages reach people outside the product, and what became of each delivery.

-- Which events an enterprise tells of; one without a row is told of.
create table msgevt (
  ent_no text not null references ent,
  evt text not null,
  use_flag text not null check (use_flag in ('0', '1')),
  primary key (ent_no, evt)
);
call tenant_table('msgevt', 'evt');

-- How a person wants to be told: `idnt_val` is an employee or a guardian. Their own wish, so that history does not follow.
-- `off_evts`: events that are not told; `off_chns`: channels that are not used; `mail`: where mail goes, which they wrote themselves;
-- `digest_flag` 1: what is only to know leaves at 18:00.
create table msgpref (
  ent_no text not null,
  idnt_val text not null,
  off_evts text[] not null default '{}',
  off_chns text[] not null default '{}',
  mail text,
  digest_flag text not null default '0' check (digest_flag in ('0', '1')),
  primary key (ent_no, idnt_val)
);
call tenant_policies('msgpref');

-- The channels of an enterprise. `conf`: settings without secrets; `secret`: the secrets, sealed.
create table chn (
  ent_no text not null references ent,
  chn_kind text not null check (chn_kind in ('wecom', 'ding', 'feishu', 'smtp', 'push', 'alisms', 'tcsms')),
  conf jsonb not null default '{}',
  secret text,
  use_flag text not null default '0' check (use_flag in ('0', '1')),
  show_ord integer not null default 10,
  primary key (ent_no, chn_kind)
);
call tenant_table('chn', 'chn_kind');

-- How a channel stands: since when it is broken and why; the token it was lent, sealed, and until when.
create table chnstt (
  ent_no text not null,
  chn_kind text not null,
  brk_tm timestamptz,
  brk_why text,
  token text,
  token_tm timestamptz,
  primary key (ent_no, chn_kind),
  constraint chnstt_chn_kind_fkey foreign key (ent_no, chn_kind) references chn on delete cascade
);
call tenant_policies('chnstt');

-- Under which name a channel knows a person; null where it does not, which is remembered too.
create table chnid (
  ent_no text not null,
  chn_kind text not null,
  idnt_val text not null,
  ext_id text,
  seen_tm timestamptz not null default now(),
  primary key (ent_no, chn_kind, idnt_val)
);
call tenant_policies('chnid');

-- A browser that takes pushed messages. It belongs to an account, whatever enterprise it works in.
create table pushsub (
  ent_no text not null,
  idnt_val text not null,
  endpoint text not null,
  keys text not null,
  add_tm timestamptz not null default now(),
  primary key (ent_no, endpoint)
);
call tenant_policies('pushsub');
create index pushsub_by_person on pushsub (ent_no, idnt_val);

-- A delivery: a receiver, a channel, and the round (0 the first, n the n-th reminder). `stt`: 1 ready, 2 sending, 3 accepted, 4
-- delivered, 5 unknown, 6 failed, 7 skipped; `why`: the reason of 5 to 7; `run_tm`: when it is tried (again); `ext_no`: the other
-- side's number.
create table dlv (
  ent_no text not null,
  dlv_no bigint generated always as identity (start with 2000000001),
  msg_no text not null,
  rcv_no bigint not null,
  chn_kind text not null,
  rnd integer not null default 0,
  stt text not null default '1' check (stt in ('1', '2', '3', '4', '5', '6', '7')),
  why text,
  tries integer not null default 0,
  run_tm timestamptz not null default now(),
  ext_no text,
  upd_tm timestamptz not null default now(),
  primary key (ent_no, dlv_no),
  constraint dlv_rcv_no_fkey foreign key (ent_no, rcv_no) references msgto on delete cascade
);
create unique index dlv_rcv_no_key on dlv (ent_no, rcv_no, chn_kind, rnd);
create index dlv_due on dlv (ent_no, chn_kind, run_tm) where stt in ('1', '2');
create index dlv_by_message on dlv (ent_no, msg_no);
create index dlv_wrong on dlv (ent_no, upd_tm desc) where stt in ('5', '6');
call tenant_policies('dlv');

-- Whether anything leaves this installation. `install`: the number of the data folder that it last left from; `last_tm`: when the
-- newest lot left; `pause_tm`, `pause_why`: since when nothing leaves, and why: the database was restored, copied or moved.
create table outward (
  one boolean primary key default true check (one),
  install text,
  last_tm timestamptz,
  pause_tm timestamptz,
  pause_why text
);
insert into outward default values;

-- A message may ask to be signed (need 4). `sign`: the strokes of the signature as the path of a picture, or the name that was typed.
alter table msg drop constraint msg_need_check;
alter table msg add constraint msg_need_check check (need in ('1', '2', '3', '4'));
alter table msgto add column sign text;

-- Texts that are written again and again. `emp_no`: who keeps it for themselves; null for all of the enterprise.
create table msgtmpl (
  ent_no text not null references ent,
  tmpl_no text not null,
  tmpl_name text not null,
  title text not null,
  body text not null default '',
  msg_cls text not null default '1' check (msg_cls in ('1', '2', '3')),
  need text not null default '1' check (need in ('1', '2', '3', '4')),
  choices text[] not null default '{}',
  emp_no text,
  stt text not null default '1' check (stt in ('0', '1')),
  primary key (ent_no, tmpl_no),
  constraint msgtmpl_emp_no_fkey foreign key (ent_no, emp_no) references emp
);
call tenant_table('msgtmpl', 'tmpl_no');
create unique index msgtmpl_tmpl_name_key on msgtmpl (ent_no, coalesce(emp_no, ''), tmpl_name) where stt <> '0';
