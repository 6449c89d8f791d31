-- What is only to know, and is wanted once a day, leaves as one. `dig_flag` 1: it waits for that; `lead_no`: the delivery in which it
-- left, while this one is passed over.
alter table dlv add column dig_flag text not null default '0' check (dig_flag in ('0', '1'));
alter table dlv add column lead_no bigint;
create index dlv_by_lead on dlv (ent_no, lead_no) where lead_no is not null;
