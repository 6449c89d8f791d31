-- Accounts are found by the pinyin and initials of their holder too. Those of the release before are named at the next start
-- (`nameAccounts`), and so are those that it makes while both run.
alter table account
  add column search_text text not null default '',
  add column search text[] generated always as (bigrams(search_text)) stored;
create index account_search on account using gin (search) where stt <> '0';
create index account_unnamed on account (user_no) where search_text = '';
call record_history('account', 'user_no', '-', 'pwd_hash');
