-- A changed split changes the sums of its month, as a changed transaction does.
create or replace function finance_move_splits() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  touched record;
begin
  for touched in
    select t.ledger_id, min(t.day) as day from new_rows n join old_rows o on o.id = n.id join finance_transactions t
      on t.workspace_id = n.workspace_id and t.id = n.transaction_id
    where t.deleted_at is null and (o.amount, o.category_id) is distinct from (n.amount, n.category_id)
      group by t.ledger_id
  loop
    perform finance_require_open(array[touched.ledger_id], touched.day);
  end loop;
  insert into finance_month_sums
    select t.workspace_id, t.ledger_id, t.account_id, date_trunc('month', t.day)::date, l.category_id, t.pending,
      t.transfer_id is not null,
      sum(l.sign * greatest(p.amount, 0)), sum(l.sign * least(p.amount, 0)), sum(l.sign)
    from (select n.*, 1 as side from new_rows n union all select o.*, -1 as side from old_rows o) p
    join finance_transactions t on t.workspace_id = p.workspace_id and t.id = p.transaction_id
    cross join lateral (values (p.category_id, p.side), (t.category_id, -p.side)) as l(category_id, sign)
    where t.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(l.sign * p.amount) <> 0 or sum(l.sign) <> 0;
  return null;
end
$$;
