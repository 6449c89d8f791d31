-- What the history is asked by name for: the few students and employees that are deleted, found without reading all.
create index stu_gone on stu (ent_no, stu_no) where stt = '0';
create index emp_gone on emp (ent_no, emp_no) where stt = '0';
-- Guardians of exactly this name, which the search looks for first; students have such an index.
create index ptr_by_name on ptr (ent_no, ptr_name) where stt <> '0';
