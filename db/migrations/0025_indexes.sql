-- What joins look up: whose meetings, visits and photos these are.
create index mtg_by_host on mtg (ent_no, host_emp_no) where host_emp_no is not null;
create index mtg_by_employee on mtg (ent_no, emp_no) where emp_no is not null;
create index vst_by_host on vst (ent_no, to_emp_no) where to_emp_no is not null;
create index vst_by_student on vst (ent_no, stu_no) where stu_no is not null;
create index phtapply_by_student on phtapply (ent_no, stu_no) where stu_no is not null;
create index phtapply_by_file on phtapply (ent_no, file_no);

-- Leaves room on each page, so that a change of columns without an index writes no index.
alter table stu set (fillfactor = 85);
alter table ptr set (fillfactor = 85);
alter table emp set (fillfactor = 85);
