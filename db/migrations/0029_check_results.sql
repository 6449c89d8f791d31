-- What the data check and the search for duplicates found, kept until something changes. All of it can be worked out again, so it is
-- neither logged nor saved with a backup.

-- Tells of each operation which transaction it belongs to: whether a result has seen it. Operations of before have none; all see them.
alter table operation add column xid xid8;
alter table operation alter column xid set default pg_current_xact_id();

-- When a kind of result (units: what rules found in each unit; pairs: possible duplicates; counts: whether what is counted ahead is
-- right) was worked out, how much was found, and what it had seen.
create unlogged table chkrun (
  ent_no text not null,
  kind text not null check (kind in ('units', 'pairs', 'counts')),
  made_tm timestamptz not null,
  cnt integer not null,
  snap pg_snapshot not null,
  primary key (ent_no, kind)
);

-- How many of its students each rule finds in a unit; `cls_cnt`: 1 for a class in use.
create unlogged table chkunit (
  ent_no text not null,
  unit_no text not null,
  stu_cnt integer not null,
  cls_cnt integer not null,
  no_ptr integer not null,
  no_id_no integer not null,
  bad_id_no integer not null,
  odd_age integer not null,
  no_unf_no integer not null,
  no_stdy_no integer not null,
  no_phone integer not null,
  shared_phone integer not null,
  no_head integer not null,
  large_class integer not null,
  primary key (ent_no, unit_no)
);

-- Students on whose phone there are more than is usual, and how many.
create unlogged table chkphone (
  ent_no text not null,
  stu_no text not null,
  tel text not null,
  cnt integer not null,
  primary key (ent_no, stu_no)
);

-- Possible duplicates: of a school within it, of a bureau across its schools.
create unlogged table chkpair (
  ent_no text not null,
  one_ent_no text not null,
  one_no text not null,
  other_ent_no text not null,
  other_no text not null,
  reasons text[] not null,
  score integer not null,
  primary key (ent_no, one_ent_no, one_no, other_ent_no, other_no)
);
create index chkpair_by_other on chkpair (ent_no, other_ent_no, other_no);

-- Whether an ID number is invalid, by its hash: what is sealed need not be opened again to tell.
create unlogged table chkidno (
  ent_no text not null,
  id_no_hash text not null,
  invalid boolean not null,
  primary key (ent_no, id_no_hash)
);
create index chkidno_invalid on chkidno (ent_no, id_no_hash) where invalid;

do $$
declare
  tbl text;
begin
  foreach tbl in array array['chkrun', 'chkunit', 'chkphone', 'chkpair', 'chkidno'] loop
    execute format('call tenant_policies(%L)', tbl);
  end loop;
end $$;
