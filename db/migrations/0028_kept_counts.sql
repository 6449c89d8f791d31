-- Counts that are kept: students by kind, guardians by kind, who has nobody, and how the number of students moved from day to day.
-- Statement triggers keep them. These run as the owner, because whoever changes a link may not see all that depends on it, and
-- because the release before this one may not write to the new tables.

alter table stu_cnt
  add column sex text check (sex in ('M', 'F', 'U')),
  add column auth_flag text check (auth_flag in ('0', '1')),
  add column wts text;
-- Sums of an enterprise are read from the index alone.
create index stu_cnt_by_state on stu_cnt (ent_no, stt) include (unit_no, cnt);

create table ptr_cnt (
  ent_no text not null,
  stt text not null check (stt in ('0', '1', '2')),
  sex text not null check (sex in ('M', 'F', 'U')),
  auth_flag text not null check (auth_flag in ('0', '1')),
  id bigint generated always as identity,
  cnt integer not null,
  primary key (ent_no, stt, sex, auth_flag, id)
);
call tenant_policies('ptr_cnt');

-- Changes of the number of students in a state, by unit and day.
create table stu_day (
  ent_no text not null,
  day date not null,
  unit_no text not null,
  stt text not null check (stt in ('0', '1', '2', '3', '4')),
  id bigint generated always as identity,
  cnt integer not null,
  primary key (ent_no, day, unit_no, stt, id)
);
call tenant_policies('stu_day');

-- Students without a guardian who is not deleted, and guardians without a child on the roll, in whatever state they are.
create table stu_alone (
  ent_no text not null,
  stu_no text not null,
  primary key (ent_no, stu_no),
  constraint stu_alone_stu_no_fkey foreign key (ent_no, stu_no) references stu on delete cascade
);
call tenant_policies('stu_alone');
create table ptr_alone (
  ent_no text not null,
  ptr_no text not null,
  primary key (ent_no, ptr_no),
  constraint ptr_alone_ptr_no_fkey foreign key (ent_no, ptr_no) references ptr on delete cascade
);
call tenant_policies('ptr_alone');

-- Works out again which of these students have no guardian. Locks them first, so that two who change links of one student at the
-- same time see each other.
create function find_alone_students(of_ent text, nos text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from stu where ent_no = of_ent and stu_no = any(nos) order by stu_no for no key update;
  perform from ptr where ent_no = of_ent and ptr_no in (select ptr_no from stuptr where ent_no = of_ent and stu_no = any(nos))
    order by ptr_no for share;
  delete from stu_alone a where a.ent_no = of_ent and a.stu_no = any(nos) and exists (
    select from stuptr l join ptr p using (ent_no, ptr_no) where l.ent_no = of_ent and l.stu_no = a.stu_no and p.stt <> '0');
  insert into stu_alone select ent_no, stu_no from stu s where ent_no = of_ent and stu_no = any(nos) and not exists (
    select from stuptr l join ptr p using (ent_no, ptr_no) where l.ent_no = of_ent and l.stu_no = s.stu_no and p.stt <> '0')
  on conflict do nothing;
end $$;

create function find_alone_guardians(of_ent text, nos text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from ptr where ent_no = of_ent and ptr_no = any(nos) order by ptr_no for no key update;
  perform from stu where ent_no = of_ent and stu_no in (select stu_no from stuptr where ent_no = of_ent and ptr_no = any(nos))
    order by stu_no for share;
  delete from ptr_alone a where a.ent_no = of_ent and a.ptr_no = any(nos) and exists (
    select from stuptr l join stu s using (ent_no, stu_no) where l.ent_no = of_ent and l.ptr_no = a.ptr_no and s.stt in ('1', '4'));
  insert into ptr_alone select ent_no, ptr_no from ptr p where ent_no = of_ent and ptr_no = any(nos) and not exists (
    select from stuptr l join stu s using (ent_no, stu_no) where l.ent_no = of_ent and l.ptr_no = p.ptr_no and s.stt in ('1', '4'))
  on conflict do nothing;
end $$;

create or replace function count_students() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  today date := (now() at time zone 'Asia/Shanghai')::date;
  touched record;
begin
  if tg_op = 'INSERT' then
    insert into stu_cnt (ent_no, unit_no, stt, sex, auth_flag, wts, cnt)
    select ent_no, unit_no, stt, sex, auth_flag, wts, count(*) from now group by 1, 2, 3, 4, 5, 6;
    insert into stu_day (ent_no, day, unit_no, stt, cnt) select ent_no, today, unit_no, stt, count(*) from now group by 1, 3, 4;
    insert into stu_alone select ent_no, stu_no from now;
  elsif tg_op = 'DELETE' then
    insert into stu_cnt (ent_no, unit_no, stt, sex, auth_flag, wts, cnt)
    select ent_no, unit_no, stt, sex, auth_flag, wts, -count(*) from before group by 1, 2, 3, 4, 5, 6;
    insert into stu_day (ent_no, day, unit_no, stt, cnt) select ent_no, today, unit_no, stt, -count(*) from before group by 1, 3, 4;
  else
    insert into stu_cnt (ent_no, unit_no, stt, sex, auth_flag, wts, cnt)
    select ent_no, unit_no, stt, sex, auth_flag, wts, sum(n) from (
      select ent_no, unit_no, stt, sex, auth_flag, wts, 1 as n from now
      union all select ent_no, unit_no, stt, sex, auth_flag, wts, -1 from before
    ) c group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0;
    if not found then return null; end if;
    insert into stu_day (ent_no, day, unit_no, stt, cnt)
    select ent_no, today, unit_no, stt, sum(n) from (
      select ent_no, unit_no, stt, 1 as n from now union all select ent_no, unit_no, stt, -1 from before
    ) c group by 1, 3, 4 having sum(n) <> 0;
    if not found then return null; end if;
    for touched in select l.ent_no, array_agg(distinct l.ptr_no) as nos
      from now n join before b using (ent_no, stu_no) join stuptr l using (ent_no, stu_no)
      where (n.stt in ('1', '4')) <> (b.stt in ('1', '4')) group by 1 order by 1
    loop
      perform find_alone_guardians(touched.ent_no, touched.nos);
    end loop;
  end if;
  return null;
end $$;

create function count_guardians() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    insert into ptr_cnt (ent_no, stt, sex, auth_flag, cnt) select ent_no, stt, sex, auth_flag, count(*) from now group by 1, 2, 3, 4;
    insert into ptr_alone select ent_no, ptr_no from now;
  elsif tg_op = 'DELETE' then
    insert into ptr_cnt (ent_no, stt, sex, auth_flag, cnt)
    select ent_no, stt, sex, auth_flag, -count(*) from before group by 1, 2, 3, 4;
  else
    insert into ptr_cnt (ent_no, stt, sex, auth_flag, cnt)
    select ent_no, stt, sex, auth_flag, sum(n) from (
      select ent_no, stt, sex, auth_flag, 1 as n from now union all select ent_no, stt, sex, auth_flag, -1 from before
    ) c group by 1, 2, 3, 4 having sum(n) <> 0;
    if not found then return null; end if;
    for touched in select l.ent_no, array_agg(distinct l.stu_no) as nos
      from now n join before b using (ent_no, ptr_no) join stuptr l using (ent_no, ptr_no)
      where (n.stt = '0') <> (b.stt = '0') group by 1 order by 1
    loop
      perform find_alone_students(touched.ent_no, touched.nos);
    end loop;
  end if;
  return null;
end $$;
create trigger count_inserted after insert on ptr referencing new table as now for each statement execute function count_guardians();
create trigger count_updated after update on ptr referencing new table as now old table as before
  for each statement execute function count_guardians();
create trigger count_deleted after delete on ptr referencing old table as before for each statement execute function count_guardians();

-- Runs after links were made or removed. A change of a link keeps whose it is.
create function count_links() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  touched record;
begin
  for touched in select ent_no, array_agg(distinct stu_no) as stu_nos, array_agg(distinct ptr_no) as ptr_nos from links group by 1 order by 1
  loop
    perform find_alone_students(touched.ent_no, touched.stu_nos);
    perform find_alone_guardians(touched.ent_no, touched.ptr_nos);
  end loop;
  return null;
end $$;
create trigger count_inserted after insert on stuptr referencing new table as links for each statement execute function count_links();
create trigger count_deleted after delete on stuptr referencing old table as links for each statement execute function count_links();

-- Many small changes become one again; what another transaction is summing up is left to it.
create or replace function sum_students() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ids bigint[];
  total integer;
begin
  ids := array(select id from stu_cnt where ent_no = new.ent_no and unit_no = new.unit_no and stt = new.stt
    and (sex, auth_flag, wts) is not distinct from (new.sex, new.auth_flag, new.wts));
  if cardinality(ids) < 32 then return null; end if;
  ids := array(select id from stu_cnt where ent_no = new.ent_no and unit_no = new.unit_no and stt = new.stt and id = any(ids)
    for update skip locked);
  if cardinality(ids) < 32 then return null; end if;
  with gone as (
    delete from stu_cnt where ent_no = new.ent_no and unit_no = new.unit_no and stt = new.stt and id = any(ids) returning cnt
  ) select sum(cnt) into total from gone;
  if total <> 0 then
    insert into stu_cnt (ent_no, unit_no, stt, sex, auth_flag, wts, cnt)
    values (new.ent_no, new.unit_no, new.stt, new.sex, new.auth_flag, new.wts, total);
  end if;
  return null;
end $$;

create function sum_guardians() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ids bigint[];
  total integer;
begin
  ids := array(select id from ptr_cnt
    where ent_no = new.ent_no and stt = new.stt and sex = new.sex and auth_flag = new.auth_flag for update skip locked);
  if cardinality(ids) < 32 then return null; end if;
  with gone as (
    delete from ptr_cnt where ent_no = new.ent_no and stt = new.stt and sex = new.sex and auth_flag = new.auth_flag and id = any(ids)
    returning cnt
  ) select sum(cnt) into total from gone;
  if total <> 0 then
    insert into ptr_cnt (ent_no, stt, sex, auth_flag, cnt) values (new.ent_no, new.stt, new.sex, new.auth_flag, total);
  end if;
  return null;
end $$;
create trigger sum_guardians after insert on ptr_cnt for each row execute function sum_guardians();

create function sum_days() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ids bigint[];
  total integer;
begin
  ids := array(select id from stu_day
    where ent_no = new.ent_no and day = new.day and unit_no = new.unit_no and stt = new.stt for update skip locked);
  if cardinality(ids) < 32 then return null; end if;
  with gone as (
    delete from stu_day where ent_no = new.ent_no and day = new.day and unit_no = new.unit_no and stt = new.stt and id = any(ids)
    returning cnt
  ) select sum(cnt) into total from gone;
  if total <> 0 then
    insert into stu_day (ent_no, day, unit_no, stt, cnt) values (new.ent_no, new.day, new.unit_no, new.stt, total);
  end if;
  return null;
end $$;
create trigger sum_days after insert on stu_day for each row execute function sum_days();

-- Fills what is kept from what is there; the days of the last two months from the history.
do $$
declare
  kept text;
begin
  foreach kept in array array['stu', 'ptr', 'stuptr', 'history', 'stu_cnt', 'ptr_cnt', 'stu_day', 'stu_alone', 'ptr_alone'] loop
    execute format('alter table %I no force row level security', kept);
  end loop;
  lock table stu, ptr, stuptr in share mode;
  alter table stu_cnt disable trigger sum_students;
  alter table ptr_cnt disable trigger sum_guardians;
  alter table stu_day disable trigger sum_days;
  delete from stu_cnt;
  insert into stu_cnt (ent_no, unit_no, stt, sex, auth_flag, wts, cnt)
  select ent_no, unit_no, stt, sex, auth_flag, wts, count(*) from stu group by 1, 2, 3, 4, 5, 6;
  insert into ptr_cnt (ent_no, stt, sex, auth_flag, cnt) select ent_no, stt, sex, auth_flag, count(*) from ptr group by 1, 2, 3, 4;
  insert into stu_alone select ent_no, stu_no from stu s where not exists (
    select from stuptr l join ptr p using (ent_no, ptr_no) where l.ent_no = s.ent_no and l.stu_no = s.stu_no and p.stt <> '0');
  insert into ptr_alone select ent_no, ptr_no from ptr p where not exists (
    select from stuptr l join stu s using (ent_no, stu_no) where l.ent_no = p.ent_no and l.ptr_no = p.ptr_no and s.stt in ('1', '4'));
  -- The state after a change is the one before the next, or today's.
  insert into stu_day (ent_no, day, unit_no, stt, cnt)
  with changes as (
    select ent_no, stu_no, (at at time zone 'Asia/Shanghai')::date as day, before, lead(before) over w as after,
      lead(id) over w is null as is_last, act
    from history where tbl = 'stu' and act in ('insert', 'update', 'delete') and stu_no is not null and at > now() - interval '2 months'
    window w as (partition by ent_no, stu_no order by at, id)
  ), states as (
    select c.ent_no, c.day, c.before ->> 'unit_no' as from_unit, c.before ->> 'stt' as from_stt,
      case when c.act = 'delete' then null when c.is_last then s.unit_no else c.after ->> 'unit_no' end as to_unit,
      case when c.act = 'delete' then null when c.is_last then s.stt else c.after ->> 'stt' end as to_stt
    from changes c left join stu s using (ent_no, stu_no)
  )
  select ent_no, day, unit_no, stt, sum(n) from (
    select ent_no, day, from_unit as unit_no, from_stt as stt, -1 as n from states
    union all select ent_no, day, to_unit, to_stt, 1 from states
  ) c where unit_no is not null and stt is not null group by 1, 2, 3, 4 having sum(n) <> 0;
  alter table stu_cnt enable trigger sum_students;
  alter table ptr_cnt enable trigger sum_guardians;
  alter table stu_day enable trigger sum_days;
  foreach kept in array array['stu', 'ptr', 'stuptr', 'history', 'stu_cnt', 'ptr_cnt', 'stu_day', 'stu_alone', 'ptr_alone'] loop
    execute format('alter table %I force row level security', kept);
  end loop;
end $$;
revoke execute on function find_alone_students(text, text[]), find_alone_guardians(text, text[]) from public;
