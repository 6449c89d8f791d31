-- Photos of a ZIP that wait to be set; the batch itself is a row of imp_batch.

create table imp_pic (
  ent_no text not null,
  batch_no text not null,
  row_no integer not null,
  act text not null check (act in ('add', 'upd', 'same', 'many', 'none', 'bad', 'out')),
  -- Whom the file name means, and the picture as it would be set.
  emp_no text,
  file_no text,
  -- A file name may be an ID number, so it is sealed with what was found out about the file.
  vals text not null,
  primary key (ent_no, batch_no, row_no),
  constraint imp_pic_batch_no_fkey foreign key (ent_no, batch_no) references imp_batch on delete cascade,
  constraint imp_pic_file_no_fkey foreign key (ent_no, file_no) references file
);
call tenant_policies('imp_pic');
create index imp_pic_by_act on imp_pic (ent_no, batch_no, act, row_no);
create index imp_pic_by_file on imp_pic (ent_no, file_no);
