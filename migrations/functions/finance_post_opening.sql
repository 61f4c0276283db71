-- Posts the opening balance of an account.
create or replace function finance_post_opening(account uuid) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  held record;
  value numeric;
  opened date;
begin
  select a.workspace_id, a.ledger_id, a.opening_balance, a.opening_day, a.created_at, a.currency, l.currency
    as base, b.digits, c.id as book, o.id as opening into held
  from finance_accounts a join finance_books b on b.ledger_id = a.ledger_id join finance_ledgers l on l.id = a.ledger_id
  join finance_book_accounts c on c.workspace_id = a.workspace_id and c.account_id = a.id
  join finance_book_accounts o on o.workspace_id = a.workspace_id and o.ledger_id = a.ledger_id and o.system = 'opening'
    where a.id = account;
  if not found then return; end if;
  delete from finance_book_entries where workspace_id = held.workspace_id and source = 'opening'
    and source_id = account;
  opened := coalesce(held.opening_day, least((select min(day) from finance_transactions
    where workspace_id = held.workspace_id and account_id = account and deleted_at is null), held.created_at::date));
  value := round(held.opening_balance * finance_rate_on(held.workspace_id, held.currency, held.base, opened),
    held.digits);
  if value is null or value = 0 then return; end if;
  insert into finance_book_entries (id, workspace_id, ledger_id, day, memo, source, source_id)
    values (account, held.workspace_id, held.ledger_id, opened, 'Opening balance', 'opening', account);
  insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, foreign_amount,
    foreign_currency, day) values
    (held.workspace_id, held.ledger_id, account, 0, held.book, value, case when held.currency <> held.base
      then held.opening_balance end, case when held.currency <> held.base then held.currency end, opened),
    (held.workspace_id, held.ledger_id, account, 1, held.opening, -value, null, null, opened);
end
$$;
