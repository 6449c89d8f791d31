-- The resource portal: trees of classes, resources with their versions, what is shared with others, favourites.

-- What anybody may know of an enterprise: its name, and what it is.
create table ent_name (
  ent_no text primary key references ent,
  ent_name text not null,
  idnt_no text not null,
  live boolean not null
);
alter table ent no force row level security;
insert into ent_name (ent_no, ent_name, idnt_no, live) select ent_no, ent_name, idnt_no, stt = '1' from ent;
alter table ent force row level security;
create function keep_ent_name() returns trigger language plpgsql as $$
begin
  insert into ent_name (ent_no, ent_name, idnt_no, live) values (new.ent_no, new.ent_name, new.idnt_no, new.stt = '1')
  on conflict (ent_no) do update set ent_name = excluded.ent_name, idnt_no = excluded.idnt_no, live = excluded.live;
  return null;
end $$;
create trigger keep_ent_name after insert or update of ent_name, idnt_no, stt on ent for each row execute function keep_ent_name();

-- The enterprises above the one that is worked in, itself among them.
create function ents_above() returns setof text language sql stable parallel safe as $$
  select t.anc_no from ent_tree t where t.ent_no = current_setting('app.ent_no', true)
$$;

-- Each enterprise sorts by a tree of its own; those below it read that tree, for what is shared with it stands there.
create table rescls (
  ent_no text not null references ent,
  cls_no text not null,
  prt_no text,
  cls_name text not null,
  subj text,
  stdy_prd text,
  icon text,
  show_ord integer not null default 10,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, cls_no),
  constraint rescls_prt_no_fkey foreign key (ent_no, prt_no) references rescls
);
call tenant_table('rescls', 'cls_no');
create unique index rescls_cls_name_key on rescls (ent_no, coalesce(prt_no, ''), cls_name) where stt <> '0';
create policy above on rescls for select using (stt = '1' and ent_no in (select ents_above()));

-- A resource. `ver_no`: its newest version, the one that is shown; `emp_no`: whose it is, and
-- nobody's where the platform put it in for them. `scope`: 1 its own enterprise, 2 all
-- below its bureau, 3 everybody. Beyond its own it stands in the tree of `to_ent_no`, once that has reviewed it: `shr_stt` 0
-- asked of nobody, 1 waits, 2 shared, 3 refused.
create table res (
  ent_no text not null references ent,
  res_no text not null,
  cls_no text not null,
  res_name text not null,
  des text,
  subj text,
  stdy_prd text,
  emp_no text,
  put_tm timestamptz not null default now(),
  ver_no integer not null default 1,
  scope text not null default '1' check (scope in ('1', '2', '3')),
  to_ent_no text references ent,
  to_cls_no text,
  shr_stt text not null default '0' check (shr_stt in ('0', '1', '2', '3')),
  answer text,
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  stt text not null default '1' check (stt in ('0', '1')),
  primary key (ent_no, res_no),
  constraint res_cls_no_fkey foreign key (ent_no, cls_no) references rescls,
  constraint res_to_cls_no_fkey foreign key (to_ent_no, to_cls_no) references rescls,
  constraint res_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint res_shr_stt_check1 check ((scope = '1') = (to_ent_no is null) and (scope = '1') = (shr_stt = '0')),
  constraint res_to_cls_no_check check (shr_stt <> '2' or to_cls_no is not null)
);
call tenant_table('res', 'res_no');
create index res_search on res using gin (ent_no, search) where stt <> '0';
create index res_by_class on res (ent_no, cls_no, put_tm) where stt <> '0';
create index res_by_employee on res (ent_no, emp_no) where stt <> '0';
create index res_by_place on res (to_ent_no, shr_stt, to_cls_no) where to_ent_no is not null and stt <> '0';

create table resver (
  ent_no text not null,
  res_no text not null,
  ver_no integer not null,
  file_no text not null,
  name text not null,
  type text not null,
  size bigint not null,
  rem text,
  primary key (ent_no, res_no, ver_no),
  constraint resver_res_no_fkey foreign key (ent_no, res_no) references res,
  constraint resver_file_no_fkey foreign key (ent_no, file_no) references file
);
call tenant_table('resver', 'res_no', 'ver_no');
create unique index resver_file_no_key on resver (ent_no, file_no);

-- Whoever belongs to an enterprise, or to one below it, reads what is shared there; the enterprise itself also what waits for it.
create policy shared on res for select using (stt = '1' and (shr_stt = '2' and to_ent_no in (select ents_above())
  or shr_stt in ('1', '3') and to_ent_no = current_setting('app.ent_no', true)));
-- Of those that others share, the newest version alone.
create policy shared on resver for select using (exists (select from res r where r.ent_no = resver.ent_no
  and r.res_no = resver.res_no and r.ver_no = resver.ver_no and r.ent_no <> current_setting('app.ent_no', true)));

-- How often a resource was opened and saved; counted beside it, so that looking changes no version.
create table rescnt (
  ent_no text not null,
  res_no text not null,
  view_cnt integer not null default 0,
  down_cnt integer not null default 0,
  -- What is saved is used more than what is only looked at.
  used integer not null generated always as (down_cnt * 3 + view_cnt) stored,
  primary key (ent_no, res_no),
  constraint rescnt_res_no_fkey foreign key (ent_no, res_no) references res
);
call tenant_policies('rescnt');
create policy shared on rescnt for select using (exists (select from res r where r.ent_no = rescnt.ent_no
  and r.res_no = rescnt.res_no and r.ent_no <> current_setting('app.ent_no', true)));

-- What somebody marked, and looked at and saved last; `of_ent_no`: whose resource it is.
create table resmark (
  ent_no text not null references ent,
  user_no text not null references account,
  of_ent_no text not null,
  res_no text not null,
  fav_tm timestamptz,
  last_tm timestamptz,
  down_tm timestamptz,
  primary key (ent_no, user_no, of_ent_no, res_no),
  constraint resmark_res_no_fkey foreign key (of_ent_no, res_no) references res
);
call tenant_policies('resmark');
