-- People are looked for by the last four digits of their phone.
create index stu_by_phone_tail on stu (ent_no, right(auth_tel, 4)) where auth_tel is not null;
create index ptr_by_phone_tail on ptr (ent_no, right(auth_tel, 4));
create index emp_by_phone_tail on emp (ent_no, right(auth_tel, 4));
