-- Whoever has nobody stands with the kind by which they are counted, so that counting them looks up neither students nor guardians.
-- The columns may be empty: the release before this one writes none where it mends what it keeps.
alter table stu_alone
  add column unit_no text,
  add column stt text check (stt in ('0', '1', '2', '3', '4')),
  add column sex text check (sex in ('M', 'F', 'U')),
  add column auth_flag text check (auth_flag in ('0', '1')),
  add column wts text;
alter table ptr_alone
  add column stt text check (stt in ('0', '1', '2')),
  add column sex text check (sex in ('M', 'F', 'U')),
  add column auth_flag text check (auth_flag in ('0', '1'));

-- Looks each one up by its whole key, in subqueries that stay as they are: a join is planned by statistics, which know nothing of a
-- new school, and then looks at all of its links for each of its pupils.
create or replace function find_alone_students(of_ent text, nos text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from stu where ent_no = of_ent and stu_no = any(nos) order by stu_no for no key update;
  perform from ptr where ent_no = of_ent and ptr_no in (select ptr_no from stuptr where ent_no = of_ent and stu_no = any(nos))
    order by ptr_no for share;
  delete from stu_alone a where a.ent_no = of_ent and a.stu_no = any(nos) and (
    select true from stuptr l where l.ent_no = of_ent and l.stu_no = a.stu_no
      and (select p.stt from ptr p where p.ent_no = of_ent and p.ptr_no = l.ptr_no) <> '0' limit 1);
  insert into stu_alone (ent_no, stu_no, unit_no, stt, sex, auth_flag, wts)
  select ent_no, stu_no, unit_no, stt, sex, auth_flag, wts from stu s where ent_no = of_ent and stu_no = any(nos) and (
    select true from stuptr l where l.ent_no = of_ent and l.stu_no = s.stu_no
      and (select p.stt from ptr p where p.ent_no = of_ent and p.ptr_no = l.ptr_no) <> '0' limit 1) is null
  on conflict do nothing;
end $$;

create or replace function find_alone_guardians(of_ent text, nos text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from ptr where ent_no = of_ent and ptr_no = any(nos) order by ptr_no for no key update;
  perform from stu where ent_no = of_ent and stu_no in (select stu_no from stuptr where ent_no = of_ent and ptr_no = any(nos))
    order by stu_no for share;
  delete from ptr_alone a where a.ent_no = of_ent and a.ptr_no = any(nos) and (
    select true from stuptr l where l.ent_no = of_ent and l.ptr_no = a.ptr_no
      and (select s.stt from stu s where s.ent_no = of_ent and s.stu_no = l.stu_no) in ('1', '4') limit 1);
  insert into ptr_alone (ent_no, ptr_no, stt, sex, auth_flag)
  select ent_no, ptr_no, stt, sex, auth_flag from ptr p where ent_no = of_ent and ptr_no = any(nos) and (
    select true from stuptr l where l.ent_no = of_ent and l.ptr_no = p.ptr_no
      and (select s.stt from stu s where s.ent_no = of_ent and s.stu_no = l.stu_no) in ('1', '4') limit 1) is null
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
    insert into stu_alone (ent_no, stu_no, unit_no, stt, sex, auth_flag, wts)
    select ent_no, stu_no, unit_no, stt, sex, auth_flag, wts from now;
  elsif tg_op = 'DELETE' then
    insert into stu_cnt (ent_no, unit_no, stt, sex, auth_flag, wts, cnt)
    select ent_no, unit_no, stt, sex, auth_flag, wts, -count(*) from before group by 1, 2, 3, 4, 5, 6;
    insert into stu_day (ent_no, day, unit_no, stt, cnt) select ent_no, today, unit_no, stt, -count(*) from before group by 1, 3, 4;
  else
    -- Comes first: two that change places leave all counts as they were.
    update stu_alone a set (unit_no, stt, sex, auth_flag, wts) = (n.unit_no, n.stt, n.sex, n.auth_flag, n.wts) from now n
    where a.ent_no = n.ent_no and a.stu_no = n.stu_no
      and (a.unit_no, a.stt, a.sex, a.auth_flag, a.wts) is distinct from (n.unit_no, n.stt, n.sex, n.auth_flag, n.wts);
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

create or replace function count_guardians() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    insert into ptr_cnt (ent_no, stt, sex, auth_flag, cnt) select ent_no, stt, sex, auth_flag, count(*) from now group by 1, 2, 3, 4;
    insert into ptr_alone (ent_no, ptr_no, stt, sex, auth_flag) select ent_no, ptr_no, stt, sex, auth_flag from now;
  elsif tg_op = 'DELETE' then
    insert into ptr_cnt (ent_no, stt, sex, auth_flag, cnt)
    select ent_no, stt, sex, auth_flag, -count(*) from before group by 1, 2, 3, 4;
  else
    update ptr_alone a set (stt, sex, auth_flag) = (n.stt, n.sex, n.auth_flag) from now n
    where a.ent_no = n.ent_no and a.ptr_no = n.ptr_no and (a.stt, a.sex, a.auth_flag) is distinct from (n.stt, n.sex, n.auth_flag);
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

-- Fills the kinds of who is there already.
do $$
declare
  kept text;
begin
  foreach kept in array array['stu', 'ptr', 'stu_alone', 'ptr_alone'] loop
    execute format('alter table %I no force row level security', kept);
  end loop;
  lock table stu, ptr in share mode;
  update stu_alone a set (unit_no, stt, sex, auth_flag, wts) = (s.unit_no, s.stt, s.sex, s.auth_flag, s.wts) from stu s
  where s.ent_no = a.ent_no and s.stu_no = a.stu_no;
  update ptr_alone a set (stt, sex, auth_flag) = (p.stt, p.sex, p.auth_flag) from ptr p
  where p.ent_no = a.ent_no and p.ptr_no = a.ptr_no;
  foreach kept in array array['stu', 'ptr', 'stu_alone', 'ptr_alone'] loop
    execute format('alter table %I force row level security', kept);
  end loop;
end $$;
