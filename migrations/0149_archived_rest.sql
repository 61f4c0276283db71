-- Nothing runs in an archived workspace: whoever asks without a caller whether an app is on there hears that none is. Its web
-- forms and secret addresses are shut, its schedules and waiting workflows rest until it is brought back.
create or replace function app_is_on(workspace uuid, app text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = 'auto'
  as $$ select coalesce((select archived_at is null and not (app = any(apps_off)) from workspaces where id = workspace), false) $$;
