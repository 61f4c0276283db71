-- Notes or comments that have all patterns. Runs above row-level security (docs/decisions/0013) with the workspace, the
-- readers of notes, and private records written into it: hidden rows must not take the place of visible ones. The
-- latest 2,000 are read first, where frequent words are found; rare ones are asked of the index, except words of two
-- letters.
create or replace function search_said_ids(what text, patterns text[], most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_custom_plan
as $$
declare
  walled uuid := public.app_workspace();
  me uuid := public.app_user();
  held text := case what when 'note' then 'record_notes' when 'comment' then 'record_comments' end;
  conditions text;
  found uuid[];
begin
  if walled is null or held is null then return; end if;
  select string_agg(format('s.search_text like %L', pattern), ' and ') into conditions from unnest(patterns) as pattern;
  if conditions is null then return; end if;
  conditions := conditions
    || ' and nullif(coalesce(s.record_id in (select public.unseen_ids()), false), true) is not null';
  if held = 'record_notes' then
    conditions := conditions
      || format(' and (s.readers is null or %1$L::uuid is null or s.created_by = %1$L::uuid or %1$L::uuid = any(s.readers))', me);
  end if;
  execute format('select array_agg(x.id) from (select s.id from (select l.* from public.%I l where l.workspace_id = %L::uuid and l.deleted_at is null order by l.id desc limit 2000) s where %s limit %s) x', held, walled, conditions, most)
    into found;
  if coalesce(cardinality(found), 0) < most and exists (select 1 from unnest(patterns) as pattern
    where length(pattern) >= 5) then
    execute format('select array_agg(x.id) from (select s.id from public.%I s where s.workspace_id = %L::uuid and s.deleted_at is null and %s limit %s) x', held, walled, conditions, 1000) into found;
  end if;
  return query select f.id from unnest(found) as f(id) order by f.id desc limit most;
end
$$;

revoke execute on function search_said_ids from public;
grant execute on function search_said_ids to gauntlet_app;
