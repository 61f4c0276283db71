-- Tenant isolation of a table: the app role sees and writes rows of the present workspace only. Call it where the table
-- is created; a test fails for a table without it.
create or replace function build_wall(walled regclass) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  execute format('alter table %s enable row level security', walled);
  execute format(
    'create policy workspace_wall on %s to gauntlet_app using (workspace_id = (select app_workspace())) with check (workspace_id = (select app_workspace()))',
    walled
  );
  execute format('grant select, insert, update, delete on %s to gauntlet_app', walled);
end
$$;
