-- The workspace of the present scope; null when none is set, which matches no row.
create or replace function app_workspace() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('app.workspace_id', true), '')::uuid $$;
