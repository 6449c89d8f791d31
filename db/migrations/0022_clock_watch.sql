-- When the service last did the work of the hour: whether the clock of the machine can be believed, and what is old is old.
-- `good_tm`: the last time at which it agreed with the one before; `seen_tm`: the last time at all; `since_tm`: since when these
-- follow each other without a jump; `ahead`: whether the last sign-in lies in the future.
create table clock_watch (
  one boolean primary key default true check (one),
  good_tm timestamptz not null,
  seen_tm timestamptz not null,
  since_tm timestamptz not null,
  ahead boolean not null default false
);

-- The newest row of the past begins it: an upgrade with a clock that is ahead removes nothing either.
alter table history no force row level security;
insert into clock_watch (good_tm, seen_tm, since_tm)
select coalesce(greatest((select max(at) from history), (select max(at) from login_log)), now()), now(), now();
alter table history force row level security;

-- Whether anything may be removed because of its age (docs/decisions/0037-what-the-clock-may-remove.md).
create function ages_agree() returns boolean language sql stable
as $$ select not ahead and good_tm between now() - interval '2 days' and now() + interval '1 hour' from clock_watch $$;
