-- Office work, second part: what visitors hand in, how somebody came to a meeting, what attendees are to hear of.

-- More than 9,999 visits a day, or meetings a month, over all schools together.
update codegnrt set fix_bit = 6, max_val = 999999 where gnrt_code in ('VST_NO', 'MTG_NO') and fix_bit = 4;

-- What is filled in for all enterprises at once lies behind their lock.
alter table file no force row level security;
alter table vst no force row level security;
alter table mtgman no force row level security;

-- The visit that holds a file which was handed in with it.
alter table file
  add column vst_no text,
  add constraint file_vst_no_fkey foreign key (ent_no, vst_no) references vst;
update file f set vst_no = v.vst_no from vst v, jsonb_path_query(v.vals, '$.*[*].fileNo') held
  where f.ent_no = v.ent_no and f.user_no = '-' and held #>> '{}' = f.file_no;
create index file_by_visit on file (ent_no, vst_no) where vst_no is not null;
create index file_of_no_visit on file (ent_no, crt_tm) where user_no = '-' and vst_no is null;

-- What opens the gate, or is that of somebody inside, is one visit's alone; others need none.
update vst set pass_no = null where pass_no is not null and (stt not in ('2', '4') or stt = '2' and plan_e_dt <= now());
create unique index vst_pass_no_key on vst (ent_no, pass_no) where stt in ('2', '4') and pass_no is not null;

-- `self_flag` 1: came by asking to join; `chg_tm`: when a time or place changed, or the meeting was cancelled, until the
-- attendee has seen it.
alter table mtgman
  add column self_flag text not null default '0' check (self_flag in ('0', '1')),
  add column chg_tm timestamptz;
update mtgman set self_flag = '1' where appl_type = '1';
create index mtgman_by_news on mtgman (ent_no, emp_no) where chg_tm is not null;

alter table file force row level security;
alter table vst force row level security;
alter table mtgman force row level security;
