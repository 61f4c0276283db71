-- Takes credits from the grants, the first to expire first. The caller knows that there are enough.
create or replace function credit_take(amount numeric, out ids uuid[], out amounts numeric[])
language plpgsql
set plan_cache_mode = auto
as $$
declare
  open_grant record;
  left_over numeric := amount;
  part numeric;
begin
  ids := '{}';
  amounts := '{}';
  for open_grant in select g.id, g.remaining from credit_grants g where g.workspace_id = app_workspace()
    and g.remaining > 0 order by g.expires_at, g.created_at, g.id
  loop
    exit when left_over <= 0;
    part := least(left_over, open_grant.remaining);
    update credit_grants g set remaining = g.remaining - part where g.id = open_grant.id;
    ids := ids || open_grant.id;
    amounts := amounts || part;
    left_over := left_over - part;
  end loop;
  if left_over > 0 then
    raise exception 'The grants hold % credits less than the balance', left_over;
  end if;
end
$$;
