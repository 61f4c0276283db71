-- Lists and figures of large workspaces: each of these questions walked through the whole table.
create index activities_by_done on activities (workspace_id, done_at, id) where done_at is not null and deleted_at is null;
--> statement-breakpoint
-- What somebody still has to do, by when.
create index activities_waiting on activities (workspace_id, owner_id, due_at, id) where done_at is null and cancelled_at is null and deleted_at is null;
--> statement-breakpoint
create index activities_by_created on activities (workspace_id, created_at, id) where deleted_at is null;
--> statement-breakpoint
create index activities_by_updated on activities (workspace_id, updated_at, id) where deleted_at is null;
--> statement-breakpoint
create index opportunities_by_expected on opportunities (workspace_id, expected_close, id) where state = 'open' and expected_close is not null and deleted_at is null;
--> statement-breakpoint
create index opportunities_closed_in_stage on opportunities (workspace_id, stage_id, closed_at, id) include (currency, amount, probability, pipeline_id) where closed_at is not null and deleted_at is null;
--> statement-breakpoint
-- Words that are nearly right may fit a hundred thousand rows: of those some thousands are weighed, not all.
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
    'select f.id from (select r.id, r.search_text from public.%I r where r.workspace_id = %L::uuid and (r.deleted_at is not null) = %L and %s limit %s) f order by %s desc, f.id limit %s',
    public.record_table(kind), walled, in_trash, conditions, most * 10, score, most
  );
end
$$;
