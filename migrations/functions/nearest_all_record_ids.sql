-- Records whose text is close to the words, private ones included. Many thousand rows may fit: only ten times as many
-- as are asked for are weighed.
create or replace function nearest_all_record_ids(kind text, words text[], in_trash boolean,
  most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set pg_trgm.word_similarity_threshold = 0.5
set plan_cache_mode = force_custom_plan
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
  score text;
begin
  if walled is null or public.record_table(kind) is null then return; end if;
  select string_agg(format('r.search_text %%> %L', word), ' and '),
    string_agg(format('word_similarity(%L, f.search_text)', word), ' + ')
    into conditions, score from unnest(words) as word;
  if conditions is null then return; end if;
  return query execute format(
    'select f.id from (select r.id, r.search_text from public.%I r where %s = %L::uuid and (r.deleted_at is not null) = %L and %s limit %s) f order by %s desc, f.id limit %s',
    public.record_table(kind), case when public.most_are_of(kind, walled) then 'coalesce(r.workspace_id)'
      else 'r.workspace_id' end,
    walled, in_trash, conditions, most * 10, score, most
  );
end
$$;

revoke execute on function nearest_all_record_ids from public;
grant execute on function nearest_all_record_ids to gauntlet_app;
