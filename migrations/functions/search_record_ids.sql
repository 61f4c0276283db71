-- Records whose text has all patterns, as far as the person may see them.
create or replace function search_record_ids(kind text, patterns text[], in_trash boolean,
  most integer) returns table (id uuid)
language sql stable
as $$
  select f.id from search_all_record_ids(kind, patterns, in_trash, most) f
    where nullif(f.id in (select unseen_ids()), true) is not null
$$;
