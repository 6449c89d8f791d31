-- Uploaded files and import batches.

create table file (
  ent_no text not null references ent,
  file_no text not null,
  user_no text not null,
  name text not null,
  type text not null,
  size integer not null,
  sha256 text not null,
  primary key (ent_no, file_no)
);
call tenant_table('file', 'file_no');

-- stt: 1 open, 2 written, 0 given up. Cells hold personal data, so each row's values are sealed.
create table imp_batch (
  ent_no text not null references ent,
  batch_no text not null,
  kind text not null,
  user_no text not null,
  file_name text not null,
  total integer not null,
  stt text not null default '1',
  primary key (ent_no, batch_no)
);
call tenant_table('imp_batch', 'batch_no');
create unique index imp_batch_open_key on imp_batch (ent_no, user_no, kind) where stt = '1';

create table imp_row (
  ent_no text not null,
  batch_no text not null,
  row_no integer not null,
  act text not null check (act in ('add', 'upd', 'same', 'skip')),
  vals text not null,
  primary key (ent_no, batch_no, row_no),
  constraint imp_row_batch_no_fkey foreign key (ent_no, batch_no) references imp_batch on delete cascade
);
call tenant_policies('imp_row');
