-- Indexes of single fields of one's own: made when a large list is first sorted or filtered by one (server/records/own-indexes.ts).
-- Each covers the living records of one workspace only. The row says that there is one; a nightly round holds it against the catalogue.
create table own_field_indexes (
  workspace_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity')),
  key text not null,
  name text not null unique,
  state text not null default 'building' check (state in ('building', 'ready')),
  asked_at timestamptz(3) not null default now(),
  primary key (workspace_id, kind, key)
);
--> statement-breakpoint
select build_wall('own_field_indexes');
--> statement-breakpoint
-- The value of an own field as lists order by it; the same text as in server/records/own-values.ts, or no index fits.
create function own_field_value(alias text, key text, is_number boolean) returns text language sql immutable as $$
  select case when is_number then format('(case when jsonb_typeof(%1$s.custom->%2$L) = ''number'' then (%1$s.custom->>%2$L)::numeric end)', alias, key)
    else format('(lower(coalesce(%1$s.custom->>%2$L, '''')) collate "C")', alias, key) end
$$;
--> statement-breakpoint
-- Functions of JSON may tell of rows that they look at, so row-level security lets no condition on them use an index. This one
-- runs as its owner with the wall written into it, as search_record_ids does: living records of the present workspace whose
-- value is one of a list, or lies within bounds.
create function own_field_ids(kind text, key text, is_number boolean, any_of text[], low text, high text, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
as $$
declare
  walled uuid := public.app_workspace();
  value text := public.own_field_value('r', key, is_number);
  type text := case when is_number then 'numeric' else 'text' end;
  conditions text := '';
begin
  if walled is null or public.record_table(kind) is null or (any_of is null and low is null and high is null) then return; end if;
  if any_of is not null then conditions := conditions || format(case when is_number then ' and %s = any(%L::numeric[])' else ' and %s = any(array(select lower(u) from unnest(%L::text[]) u))' end, value, any_of); end if;
  if low is not null then conditions := conditions || format(' and %s >= %L::%s', value, low, type); end if;
  if high is not null then conditions := conditions || format(' and %s <= %L::%s', value, high, type); end if;
  return query execute format('select r.id from public.%I r where r.workspace_id = %L::uuid and r.deleted_at is null%s limit %s', public.record_table(kind), walled, conditions, most);
end
$$;
--> statement-breakpoint
revoke execute on function own_field_ids, own_field_value from public;
--> statement-breakpoint
grant execute on function own_field_ids to gauntlet_app;
