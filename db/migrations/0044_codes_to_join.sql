-- A code may prove another account of one's own, which is then joined; `user_no`: who asked.
alter table phonecode drop constraint phonecode_purpose_check;
alter table phonecode add constraint phonecode_purpose_check check (purpose in ('signin', 'reset', 'verify', 'join'));
