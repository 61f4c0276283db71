-- The ground that every table stands on: the role that requests work under, and the wall between workspaces.
create extension if not exists pg_trgm;
--> statement-breakpoint
create extension if not exists btree_gin;
--> statement-breakpoint
-- Roles belong to the whole server, so another database, or another process this very moment, may have made it.
do $$
begin
  create role gauntlet_app nologin;
exception
  when duplicate_object or unique_violation then null;
end
$$;
--> statement-breakpoint
-- From PostgreSQL 16 on, creating a role does not by itself allow `set role` to it.
do $$
begin
  execute format('grant gauntlet_app to %I', current_user);
exception
  when others then null;
end
$$;
--> statement-breakpoint
grant usage on schema public to gauntlet_app;
--> statement-breakpoint
-- The workspace of the present scope; null when none is set, which matches no row.
create function app_workspace() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.workspace_id', true), '')::uuid $$;
--> statement-breakpoint
-- Walls a business table off: the app role sees and writes rows of the present workspace only. Call it in the migration
-- that makes the table; a test looks for tables that were forgotten.
create function build_wall(walled regclass) returns void
language plpgsql
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
