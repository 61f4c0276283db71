-- An index takes no entry of more than some 2,700 bytes: a record with a long text in an indexed field of one's own could not be
-- written any more. Lists order by the first 200 characters, as they do by names; the same text as in server/records/own-values.ts.
create or replace function own_field_value(alias text, key text, is_number boolean) returns text language sql immutable as $$
  select case when is_number then format('(case when jsonb_typeof(%1$s.custom->%2$L) = ''number'' then (%1$s.custom->>%2$L)::numeric end)', alias, key)
    else format('(left(lower(coalesce(%1$s.custom->>%2$L, '''')), 200) collate "C")', alias, key) end
$$;
--> statement-breakpoint
-- What is looked for is cut alike: the records that are named hold at least all that fit, and the filter is asked of them.
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
  if any_of is not null then conditions := conditions || format(case when is_number then ' and %s = any(%L::numeric[])' else ' and %s = any(array(select left(lower(u), 200) from unnest(%L::text[]) u))' end, value, any_of); end if;
  if low is not null then conditions := conditions || format(' and %s >= %L::%s', value, low, type); end if;
  if high is not null then conditions := conditions || format(' and %s <= %L::%s', value, high, type); end if;
  conditions := conditions || format(case when is_number then ' and %s is not null' else ' and not (%s = '''')' end, value);
  return query execute format('select r.id from public.%I r where r.workspace_id = %L::uuid and r.deleted_at is null%s limit %s', public.record_table(kind), walled, conditions, most);
end
$$;
--> statement-breakpoint
-- They are built anew as they are needed; the nightly round drops what is left of the old ones.
delete from own_field_indexes;
