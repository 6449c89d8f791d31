-- Answers of collections that are decided about by the flow of their form.

-- `apr_flag` 1: each answer is handed in by the flow of the form, in the version (`flow_ver`) that was published when it was handed out.
alter table hnd add column apr_flag text not null default '0' check (apr_flag in ('0', '1')),
  add column flow_no text,
  add column flow_ver integer,
  add constraint hnd_flow_ver_fkey foreign key (ent_no, flow_no, flow_ver) references flowver,
  add constraint hnd_flow check (num_nonnulls(flow_no, flow_ver) in (0, 2));
create index hnd_by_flow on hnd (ent_no, flow_no, flow_ver) where flow_no is not null;

-- How far an answer is approved: 1 nobody has decided yet, 2 somebody has, 3 passed, 4 refused; null where nobody decides about it, and
-- while it is not sent.
alter table hndto add column apr_stt text check (apr_stt in ('1', '2', '3', '4'));

-- `to_no`: the answer that a process is about; null for what somebody handed in of their own accord. An answer has one, also when it is
-- written again; of a child that the school answers for it names a member of staff and the child.
alter table prc add column to_no bigint,
  add constraint prc_to_no_fkey foreign key (ent_no, to_no) references hndto on delete set null (to_no),
  drop constraint prc_starter,
  add constraint prc_starter check (num_nonnulls(emp_no, ptr_no) = 1
    and case when ptr_no is null then stu_no is null or to_no is not null else stu_no is not null end);
create unique index prc_by_answer on prc (ent_no, to_no) where to_no is not null;

-- A flow that nobody starts of their own accord (none): its form is handed out alone.
alter table flow drop constraint flow_start_by_check,
  add constraint flow_start_by_check check (start_by in ('emp', 'ptr', 'both', 'none'));
alter table flowver drop constraint flowver_start_by_check,
  add constraint flowver_start_by_check check (start_by in ('emp', 'ptr', 'both', 'none'));
