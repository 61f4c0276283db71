-- Lower case of every letter, in every database: `lower` changes ASCII alone where the locale is C. Written into the
-- statements that call it.
do $$
declare
  way text;
  knows boolean := lower('Ä') = 'ä';
begin
  if not knows then
    for way in select c.collname from pg_collation c where c.collname in ('C.utf8', 'C.UTF-8', 'pg_c_utf8', 'und-x-icu')
      and c.collnamespace = 'pg_catalog'::regnamespace
      and c.collencoding in (-1, (select d.encoding from pg_database d where d.datname = current_database()))
        order by c.collname = 'und-x-icu' loop
      execute format('select lower(%L collate pg_catalog.%I) = %L', 'Ä', way, 'ä') into knows;
      exit when knows;
    end loop;
  end if;
  execute format('create or replace function lowered(text) returns text language sql immutable strict parallel safe as %L', 'select lower($1' || case when knows and way is not null then format(' collate pg_catalog.%I', way) else '' end || ')');
end
$$;
