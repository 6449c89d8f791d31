-- Whether a message asks its receiver for an act (1): it never changes, since the words of what was sent do not, and an inbox is counted
-- without its messages. Set by a trigger, so that the release before this one writes it too.
alter table msg no force row level security;
alter table msgto no force row level security;
alter table msgto add column ask_flag text not null default '0' check (ask_flag in ('0', '1'));
update msgto t set ask_flag = '1' from msg m where m.ent_no = t.ent_no and m.msg_no = t.msg_no and (m.need <> '1' or m.msg_cls = '2');
alter table msg force row level security;
alter table msgto force row level security;

create function note_asked() returns trigger language plpgsql as $$
begin
  new.ask_flag := coalesce((select case when m.need <> '1' or m.msg_cls = '2' then '1' else '0' end from msg m
    where m.ent_no = new.ent_no and m.msg_no = new.msg_no), '0');
  return new;
end $$;
create trigger note_asked before insert on msgto for each row execute function note_asked();

create index msgto_by_person on msgto (ent_no, emp_no, ask_flag, came_tm desc, rcv_no desc) where gone_tm is null and emp_no is not null;
drop index msgto_by_employee;
