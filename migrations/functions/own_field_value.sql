-- The value of a custom field as lists order by it: the same text as in src/records/server/custom-fields/sort-value.ts,
-- or no index fits. An index takes no more than 2,700 bytes for an entry, so text counts by its first 200 characters.
create or replace function own_field_value(alias text, key text, is_number boolean) returns text
language sql immutable
as $$
  select case when is_number
    then format('(case when jsonb_typeof(%1$s.custom->%2$L) = ''number'' then (%1$s.custom->>%2$L)::numeric end)',
    alias, key)
    else format('(left(public.lowered(coalesce(%1$s.custom->>%2$L, '''')), 200) collate "C")', alias, key) end
$$;

revoke execute on function own_field_value from public;
