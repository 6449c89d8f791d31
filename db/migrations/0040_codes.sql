-- Codes by short message: which phones answered one, and the codes that were asked for.

-- When the phone of an account last answered a code; null: never (docs/spec/accounts.md). Another phone has answered none. History
-- keeps nothing of it, so that no undo gives a phone a proof that it lost.
alter table account add column tel_tm timestamptz;
call record_history('account', 'user_no', '-', 'pwd_hash', 'tel_tm');
create function forget_tel() returns trigger language plpgsql as $$
begin
  new.tel_tm := null;
  return new;
end $$;
create trigger forget_tel before update on account for each row
  when (new.auth_tel is distinct from old.auth_tel) execute function forget_tel();

-- A code that was asked for, for a known phone or not; only hashes of phone and code. `user_no`: whose phone is to be verified, else
-- empty; `address`: who asked; `tries`: how often it was typed; `until_tm`: when it ends, used ones at once.
create table phonecode (
  code_no bigint generated always as identity primary key,
  tel_hash text not null,
  purpose text not null check (purpose in ('signin', 'reset', 'verify')),
  user_no text not null default '',
  code_hash text not null,
  address text not null,
  tries integer not null default 0,
  made_tm timestamptz not null default now(),
  until_tm timestamptz not null
);
create index phonecode_by_tel on phonecode (tel_hash, made_tm);
create index phonecode_by_address on phonecode (address, made_tm);
create index phonecode_by_time on phonecode (made_tm);

-- Where codes can be sent from.
create index chn_codes on chn (ent_no) where use_flag = '1' and chn_kind in ('alisms', 'tcsms') and conf ->> 'tplCode' <> '';
