-- Notes and comments are found by their words (docs/decisions/0154). What is there gets its words in lower case, which is near
-- enough until it is written again; what is written has them folded (engine/said-words.ts).
alter table record_notes add column search_text text not null default '';
--> statement-breakpoint
alter table record_comments add column search_text text not null default '';
--> statement-breakpoint
update record_notes set search_text = ' ' || lower(regexp_replace(left(text, 2000), '\s+', ' ', 'g'));
--> statement-breakpoint
update record_comments set search_text = ' ' || lower(regexp_replace(left(text, 2000), '\s+', ' ', 'g'));
--> statement-breakpoint
create index record_notes_search on record_notes using gin (workspace_id, search_text gin_trgm_ops) where deleted_at is null;
--> statement-breakpoint
create index record_comments_search on record_comments using gin (workspace_id, search_text gin_trgm_ops) where deleted_at is null;
--> statement-breakpoint
create index record_notes_latest on record_notes (workspace_id, id) where deleted_at is null;
--> statement-breakpoint
create index record_comments_latest on record_comments (workspace_id, id) where deleted_at is null;
--> statement-breakpoint
-- Runs above the wall as every search does (docs/decisions/0007), with the wall, the readers of notes and the private records
-- written into it: what somebody may not read must not use up the places of what they may. The latest are walked first, where
-- frequent words are soon found; rare ones are asked of the index, which a word of two letters would read as a whole.
create function search_said_ids(what text, patterns text[], most integer) returns table (id uuid)
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
  conditions := conditions || ' and nullif(coalesce(s.record_id in (select public.unseen_ids()), false), true) is not null';
  if held = 'record_notes' then
    conditions := conditions || format(' and (s.readers is null or %1$L::uuid is null or s.created_by = %1$L::uuid or %1$L::uuid = any(s.readers))', me);
  end if;
  execute format('select array_agg(x.id) from (select s.id from (select l.* from public.%I l where l.workspace_id = %L::uuid and l.deleted_at is null order by l.id desc limit 2000) s where %s limit %s) x', held, walled, conditions, most)
    into found;
  if coalesce(cardinality(found), 0) < most and exists (select 1 from unnest(patterns) as pattern where length(pattern) >= 5) then
    execute format('select array_agg(x.id) from (select s.id from public.%I s where s.workspace_id = %L::uuid and s.deleted_at is null and %s limit %s) x', held, walled, conditions, 1000) into found;
  end if;
  return query select f.id from unnest(found) as f(id) order by f.id desc limit most;
end
$$;
--> statement-breakpoint
revoke execute on function search_said_ids from public;
--> statement-breakpoint
grant execute on function search_said_ids to gauntlet_app;
