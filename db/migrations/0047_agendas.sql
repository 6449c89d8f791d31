-- What a meeting goes through, in order: title, who speaks (empNo, or speaker as text), minutes and a remark.
alter table mtg add column agenda jsonb not null default '[]' check (jsonb_typeof(agenda) = 'array');
