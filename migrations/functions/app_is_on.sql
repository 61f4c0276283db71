-- Whether a workspace has an app, for work that runs without a caller. Nothing is on in an archived workspace: its web
-- forms and secret addresses are shut, its schedules and workflows rest. Reads above row-level security.
create or replace function app_is_on(workspace uuid, app text) returns boolean
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = auto
as $$
  select coalesce((select archived_at is null and not (app = any(apps_off)) from workspaces where id = workspace),
    false)
$$;

revoke execute on function app_is_on from public;
grant execute on function app_is_on to gauntlet_app;
