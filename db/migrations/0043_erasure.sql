-- Who was erased, on whose request: numbers alone, since nothing else of them remains. `ers_kind` 1: a student, 2: a guardian, 3: an employee.
create table erasure (
  ent_no text not null references ent,
  ers_kind text not null check (ers_kind in ('1', '2', '3')),
  idnt_val text not null,
  ask_by text not null check (ask_by in ('1', '2', '3')),
  primary key (ent_no, ers_kind, idnt_val)
);
call tenant_table('erasure', 'ers_kind', 'idnt_val');

-- What history kept of rows that are of one person, by the column that names them: keys, states and stamps remain.
create function erase_history(of_table text, of_column text, of_no text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.history set reason = null, before = (
    select jsonb_object_agg(name, case when key ? name or name in ('stt', 'ver', 'crt_user', 'crt_tm', 'upd_user', 'upd_tm', of_column)
      then value else 'null'::jsonb end) from jsonb_each(before) as fields (name, value))
  where ent_no = public.setting('ent_no') and tbl = of_table and (key ->> of_column = of_no or before ->> of_column = of_no)
$$;

-- An account belongs to no enterprise, so that what was kept of it lies wherever it was changed.
create policy erase_account_read on history for select to current_user
  using (tbl = 'account' and key ->> 'user_no' = setting('erased_user'));
create policy erase_account on history for update to current_user
  using (tbl = 'account' and key ->> 'user_no' = setting('erased_user'));
create function erase_account_history(of_user text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.erased_user', of_user, true);
  update public.history set reason = null, before = (
    select jsonb_object_agg(name, case when name in ('user_no', 'stt', 'ver', 'crt_user', 'crt_tm', 'upd_user', 'upd_tm')
      then value else 'null'::jsonb end) from jsonb_each(before) as fields (name, value))
  where tbl = 'account' and key ->> 'user_no' = of_user;
  perform set_config('app.erased_user', '', true);
end $$;
