-- Files that arrive in chunks.

-- A file that arrives in chunks, until the last of them is there; what is not gone on with for a day goes (`clock.ts`).
create table upld (
  ent_no text not null references ent,
  upld_no text not null,
  user_no text not null,
  name text not null,
  type text not null,
  size bigint not null,
  -- Of all bytes, as the sender counted them.
  sha256 text not null,
  chunk_size integer not null,
  parts integer not null,
  crt_tm timestamptz not null default now(),
  upd_tm timestamptz not null default now(),
  primary key (ent_no, upld_no)
);
call tenant_policies('upld');
create index upld_by_user on upld (ent_no, user_no);

create table upldpart (
  ent_no text not null,
  upld_no text not null,
  idx integer not null,
  primary key (ent_no, upld_no, idx),
  constraint upldpart_upld_no_fkey foreign key (ent_no, upld_no) references upld on delete cascade
);
call tenant_policies('upldpart');

-- The same content is known by its hash, and what an enterprise has is counted.
create index file_by_content on file (ent_no, sha256) include (size);
