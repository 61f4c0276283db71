-- The day on which the opening balance of an account is posted.
create or replace function finance_opening_day(account uuid) returns date
language sql stable
set plan_cache_mode = force_custom_plan
as $$
  select coalesce(a.opening_day, least((select min(t.day) from finance_transactions t
    where t.workspace_id = a.workspace_id and t.account_id = a.id and t.deleted_at is null), a.created_at::date))
  from finance_accounts a where a.id = account
$$;
