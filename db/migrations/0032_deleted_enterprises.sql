-- Deletions of enterprises stand in the operations of those above them, too: found without reading what all of them did.
create index operation_of_deletion on operation (ent_no) where call = '/ecb/ent/delete';
