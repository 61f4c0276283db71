-- Private records that the present person may not see.
create or replace function unseen_ids() returns setof uuid
language sql stable parallel safe
as $$
  select p.record_id from private_records p where p.workspace_id = (select app_workspace())
    and not coalesce((select app_user()) = any(p.readers), false)
      and (select current_setting('app.sight', true)) is distinct from 'all'
$$;
