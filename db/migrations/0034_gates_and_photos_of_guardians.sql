-- The gate at which a visitor left; `gate` is the one of the arrival.
alter table vst add column out_gate text;

-- Photos of guardians are handed in and brought in a ZIP like those of students.
alter table phtapply
  add column ptr_no text,
  add constraint phtapply_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr,
  drop constraint phtapply_whose_check,
  add constraint phtapply_whose_check check (num_nonnulls(emp_no, stu_no, ptr_no) = 1);
create unique index phtapply_ptr_no_key on phtapply (ent_no, ptr_no, pht_type) where stt = '1';
create index phtapply_by_guardian on phtapply (ent_no, ptr_no) where ptr_no is not null;
alter table imp_pic
  add column ptr_no text,
  add constraint imp_pic_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr;

-- A national number of a student is looked for in every school.
create index stunat_by_number on stunat (unf_stu_no_hash);
