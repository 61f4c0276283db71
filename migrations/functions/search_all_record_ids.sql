-- Records whose text has all patterns, private ones included. For an email address the index is asked for the part
-- before the @, for a long number for its end: the rest is in half of all texts. The whole pattern is a second
-- condition that no index understands.
create or replace function search_all_record_ids(kind text, patterns text[], in_trash boolean,
  most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
begin
  if walled is null or public.record_table(kind) is null then return; end if;
  select string_agg(
    case when pattern ~ '^%[^%@\\]{5,}@[^%\\]*%$'
      then format('r.search_text like %L and (r.search_text || '''') like %L', split_part(pattern, '@', 1)
      || '%', pattern)
      when pattern ~ '^%[0-9]{9,}%$' then format('r.search_text like %L and (r.search_text || '''') like %L', '%'
        || right(pattern, 8), pattern)
      else format('r.search_text like %L', pattern) end, ' and ') into conditions from unnest(patterns) as pattern;
  if conditions is null then return; end if;
  return query execute format(
    'select r.id from public.%I r where %s = %L::uuid and (r.deleted_at is not null) = %L and %s limit %s',
      public.record_table(kind),
    -- No index is asked for what is wrapped.
    case when public.most_are_of(kind, walled) then 'coalesce(r.workspace_id)'
      else 'r.workspace_id' end, walled, in_trash, conditions, most
  );
end
$$;

revoke execute on function search_all_record_ids from public;
grant execute on function search_all_record_ids to gauntlet_app;
