-- Messages that are sent at a time that was set (stt 2: waiting). `send_tm`: when; `fail_why`: why one that was to be sent became a
-- draft again.
alter table msg add column send_tm timestamptz, add column fail_why text;
alter table msg drop constraint msg_stt_check;
alter table msg add constraint msg_stt_check check (stt in ('0', '1', '2', '3', '4'));
alter table msg add constraint msg_waiting check (stt <> '2' or send_tm is not null);
create index msg_waiting_by_time on msg (ent_no, send_tm) where stt = '2';
