-- Records whose text is close to the words, as far as the person may see them.
create or replace function nearest_record_ids(kind text, words text[], in_trash boolean,
  most integer) returns table (id uuid)
language sql stable
as $$
  select f.id from nearest_all_record_ids(kind, words, in_trash, most) f
    where nullif(f.id in (select unseen_ids()), true) is not null
$$;
