-- Adds or takes back the sums of written splits.
create or replace function finance_sum_splits() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  touched record;
begin
  -- `parts`: the rows of either side; a part says as much of its own category, and as much less of the whole's.
  for touched in
    select t.ledger_id, min(t.day) as day from parts p join finance_transactions t on t.workspace_id = p.workspace_id
      and t.id = p.transaction_id where t.deleted_at is null group by t.ledger_id
  loop
    perform finance_require_open(array[touched.ledger_id], touched.day);
  end loop;
  insert into finance_month_sums
    select t.workspace_id, t.ledger_id, t.account_id, date_trunc('month', t.day)::date, l.category_id, t.pending,
      t.transfer_id is not null,
      sum(l.sign * greatest(p.amount, 0)), sum(l.sign * least(p.amount, 0)), sum(l.sign)
    from parts p join finance_transactions t on t.workspace_id = p.workspace_id and t.id = p.transaction_id
    cross join lateral (values (p.category_id, case when tg_op = 'DELETE' then -1 else 1 end),
      (t.category_id, case when tg_op = 'DELETE' then 1 else -1 end)) as l(category_id, sign)
    where t.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(l.sign * p.amount) <> 0 or sum(l.sign) <> 0;
  return null;
end
$$;
