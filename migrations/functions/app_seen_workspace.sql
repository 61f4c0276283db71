-- The workspace of the present scope, for tables with rows that may be hidden. A connection that still serves the
-- workspace as one without private records is refused with a serialization failure, upon which the statement or its
-- transaction runs again. Every statement on such a table calls it, so it keeps its plan.
create or replace function app_seen_workspace() returns uuid
language plpgsql stable parallel safe
set plan_cache_mode = auto
as $$
declare
  walled uuid := public.app_workspace();
begin
  if current_user = 'gauntlet_app' and exists (select 1 from public.hiding_workspaces h
    where h.workspace_id = walled) then
    raise exception 'This workspace has private records by now'
      using errcode = '40001', constraint = 'hiding_workspaces';
  end if;
  return walled;
end
$$;
