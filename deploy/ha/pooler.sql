-- Lets PgBouncer ask for the passwords of those who connect, and for nothing else. Run once on the leader, in the database postgres.
create role pooler login password '${POOLER_PASSWORD}';
create schema pooler authorization postgres;
grant usage on schema pooler to pooler;
create function pooler.passwords(name text, out usename name, out passwd text) returns setof record
  language sql security definer set search_path = pg_catalog
  as $$ select usename, passwd from pg_shadow where usename = name and not usesuper $$;
revoke all on function pooler.passwords(text) from public;
grant execute on function pooler.passwords(text) to pooler;
