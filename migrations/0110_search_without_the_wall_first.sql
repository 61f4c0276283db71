-- Where one workspace holds a large share of all records, the index of the search is asked for the words alone, and the wall is
-- held against what it finds: intersecting the words with nearly all rows took more than half of a search's time.
create function most_are_of(kind text, workspace uuid) returns boolean
language sql stable
set search_path = pg_catalog, public, pg_temp
as $$
  select coalesce(max(v.share) > 0.2, false) from pg_stats s, unnest(s.most_common_vals::text::uuid[], s.most_common_freqs) as v(id, share)
  where s.schemaname = 'public' and s.tablename = public.record_table(kind) and s.attname = 'workspace_id' and v.id = workspace
$$;
--> statement-breakpoint
revoke execute on function most_are_of from public;
--> statement-breakpoint
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
    'select r.id from public.%I r where %s = %L::uuid and (r.deleted_at is not null) = %L and %s limit %s', public.record_table(kind),
    -- No index is asked for what is wrapped.
    case when public.most_are_of(kind, walled) then 'coalesce(r.workspace_id)' else 'r.workspace_id' end, walled, in_trash, conditions, most
  );
end
$$;
--> statement-breakpoint
create or replace function nearest_record_ids(kind text, words text[], in_trash boolean, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
  score text;
begin
  if walled is null or public.record_table(kind) is null then return; end if;
  select string_agg(format('r.search_text %%> %L', word), ' and '), string_agg(format('word_similarity(%L, f.search_text)', word), ' + ')
    into conditions, score from unnest(words) as word;
  if conditions is null then return; end if;
  return query execute format(
    'select f.id from (select r.id, r.search_text from public.%I r where %s = %L::uuid and (r.deleted_at is not null) = %L and %s limit %s) f order by %s desc, f.id limit %s',
    public.record_table(kind), case when public.most_are_of(kind, walled) then 'coalesce(r.workspace_id)' else 'r.workspace_id' end,
    walled, in_trash, conditions, most * 10, score, most
  );
end
$$;
