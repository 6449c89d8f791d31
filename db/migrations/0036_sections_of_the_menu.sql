-- A group of the built-in menu may be one entry of it, whose modules are tabs on their pages (1). An enterprise may have an ordinary
-- group instead (0); null: as in the catalogue.
alter table mdl add column sect text not null default '0' check (sect in ('0', '1'));
alter table entmdl add column sect text check (sect in ('0', '1'));
