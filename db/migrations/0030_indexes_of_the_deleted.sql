-- What the history is asked by name for: the few students and employees that are deleted, found without reading all.
create index stu_gone on stu (ent_no, stu_no) where stt = '0';
create index emp_gone on emp (ent_no, emp_no) where stt = '0';
