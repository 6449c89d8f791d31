-- Settings of whole forms, and what answers score.

-- `sets`: which settings of the version are on, by name; those that are off are left out. `draft_sets`: the same of the draft.
alter table tmplver add column sets jsonb not null default '{}';
alter table tmpl add column draft_sets jsonb not null default '{}';

-- `score`: the points of the answer as it was sent; null of a form without points.
alter table ans add column score numeric(8, 1);
