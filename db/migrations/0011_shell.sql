-- What people keep for themselves: how they like the screens, and what they have typed and not saved yet.

create table prefer (
  user_no text not null references account,
  name text not null,
  val text not null,
  upd_tm timestamptz not null default now(),
  primary key (user_no, name)
);

-- A draft may hold anything that a form holds, so it is sealed as a whole.
create table draft (
  ent_no text not null references ent,
  user_no text not null references account,
  name text not null,
  sealed text not null,
  upd_tm timestamptz not null default now(),
  primary key (ent_no, user_no, name)
);
call tenant_policies('draft');
