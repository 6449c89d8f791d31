-- Answers that are given back, answers that are still taken when they are late, and whom collections ask after a merge.

-- `back_why`: what is wrong with the answer that was given back; null once it is answered again.
alter table hndto add column back_why text;

-- `late_flag` 1: an answer is still expected after `due_tm`.
alter table msg add column late_flag text not null default '0' check (late_flag in ('0', '1'));

-- Reminds of collections that take late answers, too.
alter table msg no force row level security;
alter table hnd no force row level security;
update msg m set late_flag = '1', due_tm = h.due_tm from hnd h
  where h.ent_no = m.ent_no and h.msg_no = m.msg_no and h.late_flag = '1';
alter table msg force row level security;
alter table hnd force row level security;

-- `moved`: which rows of `hndto` and `msgto`, of which history keeps nothing, a merge moved, hid or removed, to put them back.
alter table stumerge add column moved jsonb not null default '{}';
