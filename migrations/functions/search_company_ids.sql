-- Companies by a pattern of their name.
create or replace function search_company_ids(pattern text, most integer) returns table (id uuid)
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
  select c.id from public.companies c
  where c.workspace_id = public.app_workspace() and c.deleted_at is null and c.name_key like pattern
  order by c.name_key limit most
$$;

revoke execute on function search_company_ids from public;
grant execute on function search_company_ids to gauntlet_app;
