-- Collections that are handed out anew each week or month, that anybody with their link answers, and that are answered without a name.

-- `rpt` 0 once, 1 each week, 2 each month: at `nxt_tm` the next round is handed out; `srs_no`: the collection that the rounds began
-- with, `rnd`: which round it is. `anon` 1: who reads an answer is not told whose it is, 2: nobody can find out.
-- `opn_flag` 1: whoever has the link answers, at most `most_cnt` times, and with the word `pass_word`; `lnk_no` counts its links, of
-- which the last one is good.
alter table hnd add column rpt text not null default '0' check (rpt in ('0', '1', '2')),
  add column nxt_tm timestamptz,
  add column srs_no text,
  add column rnd integer not null default 1 check (rnd >= 1),
  add column anon text not null default '0' check (anon in ('0', '1', '2')),
  add column opn_flag text not null default '0' check (opn_flag in ('0', '1')),
  add column lnk_no integer not null default 1 check (lnk_no >= 1),
  add column most_cnt integer check (most_cnt >= 1),
  add column pass_word text,
  add constraint hnd_srs_no_fkey foreign key (ent_no, srs_no) references hnd,
  add constraint hnd_repeats check (rpt <> '0' or nxt_tm is null);
create index hnd_by_series on hnd (ent_no, srs_no, rnd) where srs_no is not null;
create index hnd_by_next on hnd (ent_no, nxt_tm) where nxt_tm is not null;

-- Somebody who answers by the link is known by the key of their page alone, of which `key_hash` is kept; `seq_no` counts the answers.
alter table hndto add column key_hash text,
  add column seq_no integer,
  drop constraint hndto_whose,
  add constraint hndto_whose check (num_nonnulls(emp_no, stu_no, key_hash) = 1);
create unique index hndto_key_key on hndto (ent_no, hnd_no, key_hash) where key_hash is not null;

alter table ans drop constraint ans_whose, drop constraint ans_by,
  add constraint ans_whose check (num_nonnulls(emp_no, stu_no) <= 1),
  add constraint ans_by check (num_nonnulls(by_ptr_no, by_emp_no) = num_nonnulls(emp_no, stu_no));

-- Answers without a name that wait, sealed, to be published with others; nothing leads from one to whoever gave it.
create table ansbox (
  ent_no text not null,
  hnd_no text not null,
  box_no uuid not null default gen_random_uuid(),
  vals text not null,
  primary key (ent_no, hnd_no, box_no),
  constraint ansbox_hnd_no_fkey foreign key (ent_no, hnd_no) references hnd on delete cascade
);
call tenant_policies('ansbox');

-- Answers without a name that were published, five or more at once; ID numbers sealed.
create table ansanon (
  ent_no text not null,
  hnd_no text not null,
  anon_no uuid not null default gen_random_uuid(),
  vals jsonb not null,
  primary key (ent_no, hnd_no, anon_no),
  constraint ansanon_hnd_no_fkey foreign key (ent_no, hnd_no) references hnd on delete cascade
);
call tenant_policies('ansanon');
