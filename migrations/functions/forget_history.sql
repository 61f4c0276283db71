-- Deletes the events of records that are deleted for good, as far as every subscriber has handled them; the rest goes
-- after its time.
create or replace function forget_history(ids text[]) returns void
language sql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = auto
as $$
    delete from events e where e.workspace_id = app_workspace()
      and e.subject_type = any('{contact,company,lead,opportunity,activity,transaction}') and e.subject_id = any(ids)
      and not exists (select 1 from event_cursors c where (c.xid, c.event_id) < (e.xid, e.id))
$$;

revoke execute on function forget_history from public;
grant execute on function forget_history to gauntlet_app;
