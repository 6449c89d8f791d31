-- What lists join against: the few guardians that are deleted, found without reading all.
create index ptr_gone on ptr (ent_no, ptr_no) where stt = '0';
