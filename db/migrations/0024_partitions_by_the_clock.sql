-- The hourly work makes the coming months too: a server that is never restarted would write into history_other one day. The
-- application owns no table, so the procedure works as the owner; it takes no argument and touches nothing but these partitions.
alter procedure make_history_partitions() security definer set search_path = public, pg_temp;
