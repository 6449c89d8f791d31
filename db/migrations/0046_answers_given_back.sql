-- Answers that are given back, answers that are still taken when they are late, and whom collections ask after a merge.

-- `back_why`: what is wrong with the answer that was given back; null once it is answered again.
alter table hndto add column back_why text;

-- `late_flag` 1: an answer is still expected after `due_tm`.
alter table msg add column late_flag text not null default '0' check (late_flag in ('0', '1'));

-- Reminds of collections that take late answers, too.
alter table msg no force row level security;
alter table hnd no force row level security;
update msg m set late_flag = '1', due_tm = h.due_tm from hnd h
  where h.ent_no = m.ent_no and h.msg_no = m.msg_no and h.late_flag = '1';
alter table msg force row level security;
alter table hnd force row level security;

-- `moved`: which rows of `hndto` and `msgto`, of which history keeps nothing, a merge moved, hid or removed, to put them back.
alter table stumerge add column moved jsonb not null default '{}';

-- Files of answers: to which question they were sent, for whom, and by whom (`by_no`: a guardian or a member of staff); `use_flag` 1:
-- the answer holds it. What no answer holds is removed after a month. Marks of uploads, so that neither stamps nor history follow.
create table ansfile (
  ent_no text not null,
  file_no text not null,
  to_no bigint not null,
  clmn_no text not null,
  by_no text not null,
  use_flag text not null default '0' check (use_flag in ('0', '1')),
  primary key (ent_no, file_no),
  constraint ansfile_file_no_fkey foreign key (ent_no, file_no) references file,
  constraint ansfile_to_no_fkey foreign key (ent_no, to_no) references hndto on delete cascade
);
create index ansfile_by_asked on ansfile (ent_no, to_no);
create index ansfile_by_writer on ansfile (ent_no, by_no);
call tenant_policies('ansfile');
create index file_of_answers on file (ent_no, crt_tm) where user_no = '*';

-- `join_flag` 1: who comes into the scope while it is open is asked, too. Who left without an answer is gone (stt 4).
alter table hnd add column join_flag text not null default '0' check (join_flag in ('0', '1'));
alter table hndto drop constraint hndto_stt_check;
alter table hndto add constraint hndto_stt_check check (stt in ('1', '2', '3', '4'));
