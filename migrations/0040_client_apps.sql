-- Apps that a client does not have; see src/kernel/apps.ts. What is not named here is on, new apps included.
alter table workspaces add column apps_off text[] not null default '{}';
--> statement-breakpoint
-- Whether a workspace has an app: for what runs by itself, without a call that could be refused. It reads above the wall.
create function app_is_on(workspace uuid, app text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$ select coalesce((select not (app = any(apps_off)) from workspaces where id = workspace), false) $$;
--> statement-breakpoint
revoke all on function app_is_on(uuid, text) from public;
--> statement-breakpoint
grant execute on function app_is_on(uuid, text) to gauntlet_app;
