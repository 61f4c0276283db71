-- Of an e-mail address the index is asked for what stands before the @, of a long number for its end: "example" and a country's
-- code are in half of all texts, and the index looked each of their trigrams up. The whole is still held against the text, as a
-- condition that no index understands.
create or replace function search_record_ids(kind text, patterns text[], in_trash boolean, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
begin
  if walled is null or public.record_table(kind) is null then return; end if;
  select string_agg(
    case when pattern ~ '^%[^%@\\]{5,}@[^%\\]*%$' then format('r.search_text like %L and (r.search_text || '''') like %L', split_part(pattern, '@', 1) || '%', pattern)
      when pattern ~ '^%[0-9]{9,}%$' then format('r.search_text like %L and (r.search_text || '''') like %L', '%' || right(pattern, 8), pattern)
      else format('r.search_text like %L', pattern) end, ' and ') into conditions from unnest(patterns) as pattern;
  if conditions is null then return; end if;
  return query execute format(
    'select r.id from public.%I r where r.workspace_id = %L::uuid and (r.deleted_at is not null) = %L and %s limit %s',
    public.record_table(kind), walled, in_trash, conditions, most
  );
end
$$;
--> statement-breakpoint
-- Reports on stages read the stays of all opportunities from it.
drop index opportunity_stays_of_opportunity;
--> statement-breakpoint
create index opportunity_stays_of_opportunity on opportunity_stays (workspace_id, opportunity_id, entered_at) include (stage_id, outcome, left_at);
