-- Keeps the chart of accounts complete when a bank account is added, renamed or opened with another balance.
create or replace function finance_chart_account() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  if exists (select 1 from finance_books where ledger_id = new.ledger_id) then
    perform finance_complete_chart(new.ledger_id);
    if tg_op = 'UPDATE' and old.name <> new.name then update finance_book_accounts set name = new.name
      where workspace_id = new.workspace_id and account_id = new.id and name = old.name; end if;
    if tg_op = 'INSERT' or (old.opening_balance, old.opening_day) is distinct
      from (new.opening_balance, new.opening_day) then perform finance_post_opening(new.id); end if;
  end if;
  return null;
end
$$;
