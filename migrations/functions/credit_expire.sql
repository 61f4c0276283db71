-- Ends the grants and reservations of the present workspace whose time is over, and notes when the next one is due.
create or replace function credit_expire() returns void
language plpgsql
set plan_cache_mode = auto
as $$
declare
  moment constant timestamptz := clock_timestamp();
  overdue record;
begin
  for overdue in update credit_reservations set state = 'expired', settled_at = moment
    where workspace_id = app_workspace() and state = 'open' and expires_at <= moment returning *
  loop
    perform credit_write('release', 0, -overdue.amount, overdue.feature, overdue.user_id, null, overdue.id, overdue.note);
    perform credit_count(overdue.day, overdue.feature, overdue.user_id, 0, -overdue.amount, -1);
    perform credit_give_back(overdue.grant_ids, overdue.grant_amounts::numeric[], 0);
  end loop;
  for overdue in select id, remaining, reason from credit_grants where workspace_id = app_workspace()
    and remaining > 0 and expires_at <= moment
  loop
    update credit_grants set remaining = 0 where id = overdue.id;
    perform credit_write('expire', -overdue.remaining, 0, null, null, overdue.id, null, overdue.reason);
  end loop;
  update credit_accounts set due_at = least(
    (select min(expires_at) from credit_reservations where workspace_id = app_workspace() and state = 'open'),
    (select min(expires_at) from credit_grants where workspace_id = app_workspace() and remaining > 0))
  where workspace_id = app_workspace();
end
$$;
