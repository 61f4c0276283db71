-- Puts the triggers of `note_rollups` on a table.
create or replace function keep_rollups(watched regclass, due text) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  execute format('create trigger rollups_of_inserted after insert on %s referencing new table as now_rows for each statement execute function note_rollups(%L)', watched, due);
  execute format('create trigger rollups_of_updated after update on %s referencing old table as was_rows new table as now_rows for each statement execute function note_rollups(%L)', watched, due);
  execute format('create trigger rollups_of_deleted after delete on %s referencing old table as was_rows for each statement execute function note_rollups(%L)', watched, due);
end
$$;
