-- Rooms that meetings are held in. stt: 1 in use, 2 stopped, 0 deleted. A session in a room keeps the room's name as its place.
create table mtgroom (
  ent_no text not null references ent,
  room_no text not null,
  room_name text not null,
  place text,
  seats integer check (seats between 1 and 9999),
  rem text,
  stt text not null default '1' check (stt in ('0', '1', '2')),
  primary key (ent_no, room_no)
);
call tenant_table('mtgroom', 'room_no');
create unique index mtgroom_room_name_key on mtgroom (ent_no, room_name) where stt <> '0';
alter table mtgschd add column room_no text;
alter table mtgschd add constraint mtgschd_room_no_fkey foreign key (ent_no, room_no) references mtgroom;
create index mtgschd_by_room on mtgschd (ent_no, room_no, e_dt) where room_no is not null;
