-- A phone that somebody typed in proves nothing about who holds it, so it opens no account that another enterprise made:
-- several accounts may carry one phone.
drop index account_auth_tel_key;
create index account_by_tel on account (auth_tel) where stt <> '0';

-- Whoever has several accounts under one phone chooses one after the password was right: such a tokenId comes from no session.
alter table ticket alter column session_no drop not null;
alter table ticket alter column life_tm drop not null;
alter table ticket add column way text;

-- A try by a phone that several accounts carry: no enterprise sees it, for it may concern somebody else's account.
alter table login_log add column shared boolean not null default false;
