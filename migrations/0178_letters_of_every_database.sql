-- In a database whose locale is C, `lower` leaves every letter beyond ASCII as it is: who looked for "Österreich" found nobody
-- there. Lists filter and order by these two instead, which say the same in every database. They are plain SQL and are written
-- into the statements that call them.
do $$
declare
  way text;
  knows boolean := lower('Ä') = 'ä';
begin
  if not knows then
    for way in select c.collname from pg_collation c where c.collname in ('C.utf8', 'C.UTF-8', 'pg_c_utf8', 'und-x-icu') and c.collnamespace = 'pg_catalog'::regnamespace
      and c.collencoding in (-1, (select d.encoding from pg_database d where d.datname = current_database())) order by c.collname = 'und-x-icu' loop
      execute format('select lower(%L collate pg_catalog.%I) = %L', 'Ä', way, 'ä') into knows;
      exit when knows;
    end loop;
  end if;
  execute format('create function lowered(text) returns text language sql immutable strict parallel safe as %L', 'select lower($1' || case when knows and way is not null then format(' collate pg_catalog.%I', way) else '' end || ')');
end
$$;
--> statement-breakpoint
-- As `fold` in kernel/text.ts, but for white space: without accents, too. Most text is ASCII, and is lowered alone.
create function unaccented(text) returns text language sql immutable parallel safe as $$
  select case when octet_length($1) = char_length($1) then lower($1)
    else translate(replace(replace(replace(regexp_replace(normalize(public.lowered($1), NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øđðłıħ', 'oddlih') end
$$;
--> statement-breakpoint
create or replace function own_field_value(alias text, key text, is_number boolean) returns text language sql immutable as $$
  select case when is_number then format('(case when jsonb_typeof(%1$s.custom->%2$L) = ''number'' then (%1$s.custom->>%2$L)::numeric end)', alias, key)
    else format('(left(public.lowered(coalesce(%1$s.custom->>%2$L, '''')), 200) collate "C")', alias, key) end
$$;
--> statement-breakpoint
create or replace function own_field_all_ids(kind text, key text, is_number boolean, any_of text[], low text, high text, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  walled uuid := public.app_workspace();
  value text := public.own_field_value('r', key, is_number);
  type text := case when is_number then 'numeric' else 'text' end;
  conditions text := '';
begin
  if walled is null or public.record_table(kind) is null or (any_of is null and low is null and high is null) then return; end if;
  if any_of is not null then conditions := conditions || format(case when is_number then ' and %s = any(%L::numeric[])' else ' and %s = any(array(select left(public.lowered(u), 200) from unnest(%L::text[]) u))' end, value, any_of); end if;
  if low is not null then conditions := conditions || format(' and %s >= %L::%s', value, low, type); end if;
  if high is not null then conditions := conditions || format(' and %s <= %L::%s', value, high, type); end if;
  conditions := conditions || format(case when is_number then ' and %s is not null' else ' and not (%s = '''')' end, value);
  return query execute format('select r.id from public.%I r where r.workspace_id = %L::uuid and r.deleted_at is null%s limit %s', public.record_table(kind), walled, conditions, most);
end
$$;
--> statement-breakpoint
-- They are built anew as they are needed; the nightly round drops what is left of the old ones.
delete from own_field_indexes;
