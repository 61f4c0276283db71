-- Posts transactions and opening balances of open days that waited for an exchange rate; those of closed days wait
-- until the period is opened. Returns how many transactions still wait.
create or replace function finance_post_waiting(ledger uuid) returns integer
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  ids uuid[];
  account uuid;
  closed date;
begin
  perform pg_advisory_xact_lock_shared(7291, hashtext(ledger::text));
  select closed_until into closed from finance_ledgers where id = ledger;
  select array_agg(t.id) into ids from finance_books b join finance_ledgers l on l.id = b.ledger_id
    join finance_accounts a on a.workspace_id = b.workspace_id and a.ledger_id = b.ledger_id
      and a.currency <> l.currency
    join finance_transactions t on t.workspace_id = a.workspace_id and t.account_id = a.id and t.deleted_at is null
      and not t.pending and (closed is null or t.day > closed)
    where b.ledger_id = ledger and not exists (select 1 from finance_book_entries e
      where e.workspace_id = t.workspace_id and e.source = 'transaction' and e.source_id = t.id);
  if ids is not null then perform finance_post_transactions(ledger, ids); end if;
  for account in select a.id from finance_books b join finance_ledgers l on l.id = b.ledger_id join finance_accounts a
    on a.workspace_id = b.workspace_id and a.ledger_id = b.ledger_id and a.currency <> l.currency
    where b.ledger_id = ledger and a.opening_balance <> 0 and (closed is null or finance_opening_day(a.id) > closed)
      and not exists (select 1 from finance_book_entries e where e.workspace_id = a.workspace_id
        and e.source = 'opening' and e.source_id = a.id) loop
    perform finance_post_opening(account);
  end loop;
  return (select count(*) from unnest(ids) as x(id)
    where not exists (select 1 from finance_book_entries e where e.source = 'transaction' and e.source_id = x.id));
end
$$;
