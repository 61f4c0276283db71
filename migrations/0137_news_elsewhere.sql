-- How many unseen notifications the present person has in other workspaces that they still belong to: the one number that
-- leaves a workspace. A function of the owner's, so that it is asked in the same statement as what is in this workspace.
create index notifications_unseen on notifications (user_id) where removed_at is null and read_at is null and seen_at is null;
--> statement-breakpoint
create function unseen_elsewhere() returns integer
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = auto
as $$
begin
  return (
    select count(*) from public.notifications n join public.memberships m on m.workspace_id = n.workspace_id and m.user_id = n.user_id
    where n.user_id = public.app_user() and n.workspace_id <> public.app_workspace() and n.removed_at is null and n.read_at is null and n.seen_at is null
  );
end
$$;
--> statement-breakpoint
revoke execute on function unseen_elsewhere from public;
--> statement-breakpoint
grant execute on function unseen_elsewhere to gauntlet_app;
