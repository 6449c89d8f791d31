-- People are looked for by the last four digits of their phone. Only of those that are not deleted: otherwise the check of a
-- reference to somebody could choose these indexes while a table is new, and look at a whole enterprise for each.
create index stu_by_phone_tail on stu (ent_no, right(auth_tel, 4)) where stt <> '0';
create index ptr_by_phone_tail on ptr (ent_no, right(auth_tel, 4)) where stt <> '0';
create index emp_by_phone_tail on emp (ent_no, right(auth_tel, 4)) where stt <> '0';
