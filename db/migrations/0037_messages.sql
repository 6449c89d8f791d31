-- Messages: what is told to whom, and who has read it.

-- What is told (stt 1 draft, 3 sent, 4 recalled, 0 deleted). Its words never change once it is
-- sent. `evt`: the event that sent it; null for a person, who is `emp_no`. `scope`: whom it was written to, as it was chosen.
-- `abt_type`, `abt_no`: what it is about.
create table msg (
  ent_no text not null references ent,
  msg_no text not null,
  msg_cls text not null check (msg_cls in ('1', '2', '3')),
  title text not null,
  body text not null default '',
  need text not null default '1' check (need in ('1', '2', '3')),
  choices text[] not null default '{}',
  due_tm timestamptz,
  sent_tm timestamptz,
  scope jsonb not null default '[]',
  evt text,
  emp_no text,
  abt_type text,
  abt_no text,
  stt text not null check (stt in ('0', '1', '3', '4')),
  primary key (ent_no, msg_no),
  constraint msg_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint msg_source check (num_nonnulls(evt, emp_no) = 1),
  constraint msg_sent check (stt not in ('3', '4') or sent_tm is not null)
);
call tenant_table('msg', 'msg_no');
create index msg_by_sender on msg (ent_no, emp_no, upd_tm desc) where stt <> '0';
create index msg_by_subject on msg (ent_no, abt_type, abt_no) where abt_no is not null;

-- Whom it reached: a row for each person and child. `why`: through which part of the scope; `came_tm`: when; `done_tm`: when it was
-- answered or confirmed; `gone_tm`: since when it is withdrawn. Marks of readers, so that neither stamps nor history follow.
create table msgto (
  ent_no text not null,
  rcv_no bigint generated always as identity (start with 1000000001),
  msg_no text not null,
  emp_no text,
  ptr_no text,
  stu_no text,
  why text not null,
  came_tm timestamptz not null,
  read_tm timestamptz,
  done_tm timestamptz,
  rcpt text,
  rcpt_note text,
  remind_tm timestamptz,
  remind_cnt integer not null default 0,
  gone_tm timestamptz,
  primary key (ent_no, rcv_no),
  constraint msgto_msg_no_fkey foreign key (ent_no, msg_no) references msg on delete cascade,
  constraint msgto_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint msgto_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr,
  constraint msgto_stu_no_fkey foreign key (ent_no, stu_no) references stu,
  constraint msgto_whose check (num_nonnulls(emp_no, ptr_no) = 1)
);
create unique index msgto_whose_key on msgto (ent_no, msg_no, coalesce(emp_no, ptr_no), coalesce(stu_no, ''));
create index msgto_by_employee on msgto (ent_no, emp_no, came_tm desc, rcv_no desc) where gone_tm is null and emp_no is not null;
create index msgto_by_guardian on msgto (ent_no, ptr_no, came_tm desc, rcv_no desc) where gone_tm is null and ptr_no is not null;
create index msgto_by_child on msgto (ent_no, stu_no) where stu_no is not null;
create index msgto_unread on msgto (ent_no, emp_no) where gone_tm is null and read_tm is null and emp_no is not null;
call tenant_policies('msgto');
