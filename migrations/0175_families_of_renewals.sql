-- Hash of what the renewal tokens of a session have in common: one that was replaced, however long ago, is known by it as one of
-- that session's. Null until the next renewal of a session from before.
alter table sessions add column renewal_family text;
