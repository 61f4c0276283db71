-- Posts what waited for an exchange rate.
create or replace function finance_post_rates() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  ledger uuid;
begin
  for ledger in select b.ledger_id from finance_books b where b.workspace_id in (select workspace_id from new_rows) loop
    perform finance_post_waiting(ledger);
  end loop;
  return null;
end
$$;
