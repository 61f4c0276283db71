-- Gives the present workspace credits: {id, key, source, amount, reason, by, byName, expiresAt}. Once for each key.
create or replace function credit_grant(operation jsonb) returns jsonb
language plpgsql
set plan_cache_mode = auto
as $$
declare
  given constant numeric := (operation ->> 'amount')::numeric;
  ends constant timestamptz := (operation ->> 'expiresAt')::timestamptz;
begin
  insert into credit_grants (id, workspace_id, key, source, amount, remaining, reason, granted_by, granted_by_name,
    expires_at, created_at)
  values ((operation ->> 'id')::uuid, app_workspace(), operation ->> 'key', operation ->> 'source', given, given,
    coalesce(operation ->> 'reason', ''), (operation ->> 'by')::uuid, operation ->> 'byName', ends, clock_timestamp())
  on conflict (workspace_id, key) do nothing;
  if not found then
    return jsonb_build_object('state', 'ok', 'id', (select id from credit_grants where workspace_id = app_workspace()
      and key = operation ->> 'key'));
  end if;
  perform credit_write('grant', given, 0, null, (operation ->> 'by')::uuid, (operation ->> 'id')::uuid, null,
    coalesce(operation ->> 'reason', ''));
  update credit_accounts set due_at = least(due_at, ends),
    -- Below the threshold it is known to be low, and running out again is news.
    told = case when balance - reserved >= coalesce(low_below, 0) then 'none' when told = 'out' then 'low' else told end
  where workspace_id = app_workspace();
  return jsonb_build_object('state', 'ok', 'id', operation ->> 'id');
end
$$;
