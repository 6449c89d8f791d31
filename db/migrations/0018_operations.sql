-- What people can do with history: the list of operations, and what became of one record.

-- One row for each operation in each enterprise, so that the list need not read history whole. `is_look`: values were looked
-- at or taken away, and nothing was changed. `back_op`: the operation that took it back.
create table operation (
  ent_no text not null,
  op uuid not null,
  at timestamptz not null default clock_timestamp(),
  user_no text not null,
  imit_user_no text,
  call text not null,
  is_look boolean not null default false,
  back_op uuid,
  primary key (ent_no, op)
);
create index operation_by_time on operation (ent_no, is_look, at desc, op);
create index operation_by_user on operation (ent_no, user_no, is_look, at desc, op);

alter table history no force row level security;
insert into operation (ent_no, op, at, user_no, imit_user_no, call, is_look)
select ent_no, op, min(at), min(user_no), min(imit_user_no), min(call), bool_and(act = 'read') from history
where user_no is not null and call is not null group by ent_no, op;
alter table history force row level security;

call tenant_policies('operation');
-- What belongs to no enterprise is kept under an empty number, as in history.
drop policy tenant on operation;
create policy own_read on operation for select using (ent_no = setting('ent_no'));
create policy own_write on operation for insert with check (ent_no = coalesce(setting('ent_no'), ''));
create policy own_back on operation for update using (ent_no = setting('ent_no'));

-- Keeps the operation once, with the first row that it writes into history.
create function keep_operation() returns trigger language plpgsql as $$
declare
  this text := new.op || ' ' || new.ent_no;
begin
  if new.user_no is null or new.call is null or current_setting('app.kept', true) is not distinct from this then return null; end if;
  insert into operation (ent_no, op, user_no, imit_user_no, call, is_look)
  values (new.ent_no, new.op, new.user_no, new.imit_user_no, new.call, new.act = 'read')
  on conflict do nothing;
  perform set_config('app.kept', this, true);
  return null;
end $$;
create trigger keep_operation after insert on history for each row execute function keep_operation();

-- What became of one record that many rows of history tell of: its number as a column of its own, for an index on a part of
-- the key is not used under row-level security.
drop index history_by_student;
drop index history_by_guardian;
alter table history
  add column stu_no text generated always as (key ->> 'stu_no') stored,
  add column ptr_no text generated always as (key ->> 'ptr_no') stored,
  add column emp_no text generated always as (key ->> 'emp_no') stored,
  add column mtg_no text generated always as (key ->> 'mtg_no') stored,
  add column vst_no text generated always as (key ->> 'vst_no') stored;
create index history_by_student on history (ent_no, stu_no, id) where stu_no is not null;
create index history_by_guardian on history (ent_no, ptr_no, id) where ptr_no is not null;
create index history_by_employee on history (ent_no, emp_no, id) where emp_no is not null;
create index history_by_meeting on history (ent_no, mtg_no, id) where mtg_no is not null;
create index history_by_visit on history (ent_no, vst_no, id) where vst_no is not null;
