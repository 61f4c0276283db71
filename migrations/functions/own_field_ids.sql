-- Records by the value of a custom field, as far as the person may see them.
create or replace function own_field_ids(kind text, key text, is_number boolean, any_of text[], low text, high text,
  most integer) returns table (id uuid)
language sql stable
as $$
  select f.id from own_field_all_ids(kind, key, is_number, any_of, low, high, most) f
    where nullif(f.id in (select unseen_ids()), true) is not null
$$;
