-- Guardians hand in applications for a child, and what somebody is writing is kept until it is handed in.

-- Who may hand in by a flow: emp members of staff, ptr guardians for a child, both; a version keeps what it was published with.
alter table flow add column start_by text not null default 'emp' check (start_by in ('emp', 'ptr', 'both'));
alter table flowver add column start_by text not null default 'emp' check (start_by in ('emp', 'ptr', 'both'));

-- Who handed it in: a member of staff, or a guardian (`ptr_no`) for one child (`stu_no`).
alter table prc alter column emp_no drop not null;
alter table prc add column ptr_no text;
alter table prc add column stu_no text;
alter table prc add constraint prc_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr;
alter table prc add constraint prc_stu_no_fkey foreign key (ent_no, stu_no) references stu;
alter table prc add constraint prc_starter check (num_nonnulls(emp_no, ptr_no) = 1 and (ptr_no is null) = (stu_no is null));
create index prc_by_guardian on prc (ent_no, ptr_no) where ptr_no is not null;
create index prc_by_child on prc (ent_no, stu_no, sent_tm desc) where stu_no is not null;

-- What is returned is a guardian's to hand in again.
alter table tsk alter column emp_no drop not null;
alter table tsk add column ptr_no text;
alter table tsk add constraint tsk_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr;
alter table tsk add constraint tsk_whose check (num_nonnulls(emp_no, ptr_no) = 1 and (ptr_no is null or kind = '3'));
create index tsk_by_guardian on tsk (ent_no, ptr_no) where ptr_no is not null;

-- What somebody is writing to hand in by a flow, sealed: one for each flow and writer, of a guardian for each child.
create table prcdraft (
  ent_no text not null references ent,
  flow_no text not null,
  emp_no text,
  ptr_no text,
  stu_no text,
  sealed text not null,
  upd_tm timestamptz not null default now(),
  constraint prcdraft_flow_no_fkey foreign key (ent_no, flow_no) references flow,
  constraint prcdraft_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint prcdraft_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr,
  constraint prcdraft_stu_no_fkey foreign key (ent_no, stu_no) references stu,
  constraint prcdraft_whose check (num_nonnulls(emp_no, ptr_no) = 1 and (ptr_no is null) = (stu_no is null))
);
create unique index prcdraft_whose_key on prcdraft (ent_no, flow_no, coalesce(emp_no, ptr_no), coalesce(stu_no, ''));
create index prcdraft_by_employee on prcdraft (ent_no, emp_no) where emp_no is not null;
create index prcdraft_by_guardian on prcdraft (ent_no, ptr_no) where ptr_no is not null;
create index prcdraft_by_child on prcdraft (ent_no, stu_no) where stu_no is not null;
call tenant_policies('prcdraft');

-- Nobody of the staff sends what a guardian hands in.
alter table msg drop constraint msg_source;
alter table msg add constraint msg_source check (num_nonnulls(evt, emp_no) <= 1);
