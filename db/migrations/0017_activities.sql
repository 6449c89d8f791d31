-- The activity portal: activities, who takes part in them, and what they hand in.

-- An activity. stt 1 draft, 2 waits to be published, 4 published, 7 ended before its time, 8 cancelled; that it is open for
-- enrolment, under way or over is told by its times.
create table act (
  ent_no text not null references ent,
  act_no text not null,
  title text not null,
  cls text not null,
  cover text,
  cntnt text,
  place text,
  s_dt timestamptz not null,
  e_dt timestamptz not null,
  reg_s_dt timestamptz not null,
  reg_e_dt timestamptz not null,
  -- Whom it is for: 1 students, 2 employees, 3 both; students of these grades or classes (none: of all), and of this sex.
  who text not null default '1' check (who in ('1', '2', '3')),
  units text[] not null default '{}',
  sex text check (sex in ('M', 'N')),
  -- How many may take part (null: as many as want to), 1 in all, 2 of each grade.
  quota integer check (quota > 0),
  quota_mode text not null default '1' check (quota_mode in ('1', '2')),
  -- 1: whoever comes too late waits for a place.
  wait_flag text not null default '1' check (wait_flag in ('0', '1')),
  -- 1: each enrolment is reviewed.
  audit_flag text not null default '0' check (audit_flag in ('0', '1')),
  pay_item_no text,
  -- The form that is filled in with an enrolment.
  tmpl_no text,
  ver_no integer,
  -- 1: shown to everybody, also without an account.
  pub_flag text not null default '0' check (pub_flag in ('0', '1')),
  wrk_flag text not null default '0' check (wrk_flag in ('0', '1')),
  -- 1 pictures, 2 a video, 3 either.
  wrk_types text not null default '3' check (wrk_types in ('1', '2', '3')),
  wrk_max integer not null default 1 check (wrk_max between 1 and 20),
  wrk_s_dt timestamptz,
  wrk_e_dt timestamptz,
  -- 1: works may be liked.
  vote_flag text not null default '1' check (vote_flag in ('0', '1')),
  -- Who made it, and may change it beside those who see to all activities; null: an operator.
  emp_no text,
  -- Why it was sent back.
  answer text,
  pub_tm timestamptz,
  end_tm timestamptz,
  search_text text not null default '',
  search text[] generated always as (bigrams(search_text)) stored,
  stt text not null default '1' check (stt in ('0', '1', '2', '4', '7', '8')),
  primary key (ent_no, act_no),
  constraint act_cover_fkey foreign key (ent_no, cover) references file,
  constraint act_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint act_pay_item_no_fkey foreign key (ent_no, pay_item_no) references payitem,
  constraint act_tmpl_no_fkey foreign key (ent_no, tmpl_no, ver_no) references tmplver,
  constraint act_e_dt_check check (s_dt < e_dt and reg_s_dt < reg_e_dt and reg_e_dt <= e_dt),
  constraint act_wrk_e_dt_check check (wrk_flag = '0' or wrk_s_dt < wrk_e_dt)
);
call tenant_table('act', 'act_no');
create index act_search on act using gin (ent_no, search) where stt <> '0';
create index act_by_time on act (ent_no, s_dt) where stt in ('4', '7');
create index act_public on act (ent_no, s_dt) where pub_flag = '1' and stt in ('4', '7');
-- What is public is read from everywhere, also by who is not signed in.
create policy open on act for select using (pub_flag = '1' and stt in ('4', '7'));

-- Who takes part: a student or an employee. stt as in the dictionary REG_STT: 1 waits for a review (and holds a place), 2 takes
-- part, 3 waits for a place in the order of `wait_no`, 4 refused, 5 cancelled. `seat_no`: the grade that the place is counted
-- in, empty where all are counted together. `by_user_no`: who enrolled them.
create table reg (
  ent_no text not null,
  reg_no text not null,
  act_no text not null,
  stu_no text,
  emp_no text,
  seat_no text not null default '',
  by_user_no text not null references account,
  ver_no integer,
  vals jsonb,
  wait_no integer,
  answer text,
  pay_flag text not null default '0' check (pay_flag in ('0', '1')),
  sign_tm timestamptz,
  stt text not null default '2' check (stt in ('0', '1', '2', '3', '4', '5')),
  primary key (ent_no, reg_no),
  constraint reg_act_no_fkey foreign key (ent_no, act_no) references act,
  constraint reg_stu_no_fkey foreign key (ent_no, stu_no) references stu,
  constraint reg_emp_no_fkey foreign key (ent_no, emp_no) references emp,
  constraint reg_stu_no_check check ((stu_no is null) <> (emp_no is null)),
  constraint reg_wait_no_check check (stt <> '3' or wait_no is not null)
);
call tenant_table('reg', 'reg_no');
create unique index reg_stu_no_key on reg (ent_no, act_no, stu_no) where stt in ('1', '2', '3') and stu_no is not null;
create unique index reg_emp_no_key on reg (ent_no, act_no, emp_no) where stt in ('1', '2', '3') and emp_no is not null;
create index reg_by_activity on reg (ent_no, act_no, seat_no, stt, wait_no);
create index reg_by_student on reg (ent_no, stu_no) where stu_no is not null and stt in ('1', '2', '3');
create index reg_by_user on reg (ent_no, by_user_no);

-- How many places are taken, and how many wait for one; its own count, so that enrolling changes no version of the activity.
create table actseat (
  ent_no text not null,
  act_no text not null,
  seat_no text not null,
  take_cnt integer not null default 0,
  wait_cnt integer not null default 0,
  primary key (ent_no, act_no, seat_no),
  constraint actseat_act_no_fkey foreign key (ent_no, act_no) references act
);
call tenant_policies('actseat');
create policy open on actseat for select using (exists (select from act a where a.ent_no = actseat.ent_no
  and a.act_no = actseat.act_no and a.pub_flag = '1' and a.stt in ('4', '7')));

create function count_seats() returns trigger language plpgsql as $$
begin
  insert into actseat as t (ent_no, act_no, seat_no, take_cnt, wait_cnt)
  select w.ent_no, w.act_no, w.seat_no, coalesce(sum(w.by) filter (where w.stt in ('1', '2')), 0),
    coalesce(sum(w.by) filter (where w.stt = '3'), 0)
  from (select old.ent_no, old.act_no, old.seat_no, old.stt, -1 as by where tg_op <> 'INSERT'
    union all select new.ent_no, new.act_no, new.seat_no, new.stt, 1 where tg_op <> 'DELETE') w
  where w.stt in ('1', '2', '3') group by 1, 2, 3
  on conflict (ent_no, act_no, seat_no) do update
    set take_cnt = t.take_cnt + excluded.take_cnt, wait_cnt = t.wait_cnt + excluded.wait_cnt;
  return null;
end $$;
create trigger count_seats after insert or delete or update of stt, seat_no on reg for each row execute function count_seats();

-- What somebody handed in: up to nine pictures, or one video. stt as in the dictionary WRK_STT: 1 waits for a review, 2 on the
-- wall, 3 refused. `agree_tm`: when it was agreed that others see it.
create table wrk (
  ent_no text not null,
  wrk_no text not null,
  act_no text not null,
  reg_no text not null,
  title text not null,
  note text,
  kind text not null check (kind in ('1', '2')),
  files jsonb not null,
  agree_tm timestamptz not null,
  by_user_no text not null references account,
  answer text,
  stt text not null default '1' check (stt in ('0', '1', '2', '3')),
  primary key (ent_no, wrk_no),
  constraint wrk_act_no_fkey foreign key (ent_no, act_no) references act,
  constraint wrk_reg_no_fkey foreign key (ent_no, reg_no) references reg
);
call tenant_table('wrk', 'wrk_no');
create index wrk_by_activity on wrk (ent_no, act_no, stt) where stt <> '0';
create index wrk_by_enrolment on wrk (ent_no, reg_no) where stt <> '0';

-- One like of a person and a day.
create table wrklike (
  ent_no text not null,
  wrk_no text not null,
  user_no text not null references account,
  day date not null,
  primary key (ent_no, wrk_no, user_no, day),
  constraint wrklike_wrk_no_fkey foreign key (ent_no, wrk_no) references wrk
);
call tenant_policies('wrklike');

-- What somebody finds wrong with a work; stt 1 waits, 2 was looked at.
create table wrkrpt (
  ent_no text not null,
  wrk_no text not null,
  user_no text not null references account,
  rsn text not null,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, wrk_no, user_no),
  constraint wrkrpt_wrk_no_fkey foreign key (ent_no, wrk_no) references wrk
);
call tenant_table('wrkrpt', 'wrk_no', 'user_no');
