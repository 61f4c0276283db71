-- Posts written transactions. The opening entry of an account without an opening day moves with its earliest
-- transaction.
create or replace function finance_post_changed() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  touched record;
  account uuid;
begin
  if tg_op = 'INSERT' then
    for touched in select n.ledger_id, array_agg(n.id) as ids from new_rows n join finance_books b
      on b.ledger_id = n.ledger_id where n.deleted_at is null and not n.pending group by n.ledger_id loop
      perform finance_post_transactions(touched.ledger_id, touched.ids);
    end loop;
  elsif tg_op = 'UPDATE' then
    for touched in
      select n.ledger_id, array_agg(n.id) as ids from new_rows n join old_rows o on o.id = n.id join finance_books b
        on b.ledger_id = n.ledger_id
      where (o.day, o.amount, o.account_id, o.category_id, o.pending, o.deleted_at is null, o.transfer_id) is distinct
        from (n.day, n.amount, n.account_id, n.category_id, n.pending, n.deleted_at is null, n.transfer_id)
      group by n.ledger_id
    loop
      perform finance_post_transactions(touched.ledger_id, touched.ids);
    end loop;
  else
    delete from finance_book_entries e using old_rows o where e.workspace_id = o.workspace_id
      and e.source = 'transaction' and e.source_id = o.id;
  end if;
  if tg_op <> 'DELETE' then
    for account in
      select n.account_id from (select account_id, min(day) as day from new_rows where deleted_at is null
        and not pending group by account_id) n
      join finance_accounts a on a.id = n.account_id and a.opening_day is null and a.opening_balance <> 0
      join finance_book_entries e on e.workspace_id = a.workspace_id and e.source = 'opening' and e.source_id = a.id
        and e.day > n.day
    loop
      perform finance_post_opening(account);
    end loop;
  end if;
  return null;
end
$$;
