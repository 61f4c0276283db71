-- For the number of unseen notifications in other workspaces.
create or replace function unseen_elsewhere() returns integer
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = auto
as $$
begin
  return (
    select count(*) from public.notifications n join public.memberships m on m.workspace_id = n.workspace_id
      and m.user_id = n.user_id
      join public.workspaces w on w.id = n.workspace_id and w.archived_at is null
    where n.user_id = public.app_user() and n.workspace_id <> public.app_workspace() and n.removed_at is null
      and n.read_at is null and n.seen_at is null
  );
end
$$;

revoke execute on function unseen_elsewhere from public;
grant execute on function unseen_elsewhere to gauntlet_app;
