-- Lower case without accents, as `fold` in kernel/text.ts except for white space. Most text is ASCII, and is lowered
-- alone.
create or replace function unaccented(text) returns text
language sql immutable parallel safe
as $$
  select case when octet_length($1) = char_length($1) then lower($1)
    else translate(replace(replace(replace(regexp_replace(normalize(public.lowered($1), NFKD), '[\u0300-\u036f]', '',
      'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øđðłıħ', 'oddlih') end
$$;
