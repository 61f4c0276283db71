-- Keeps sums by month when transactions are written, and closed periods closed.
create or replace function finance_sum_transactions() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in select ledger_id, min(day) as day from new_rows where deleted_at is null group by ledger_id loop
      perform finance_require_open(array[touched.ledger_id], touched.day);
    end loop;
    insert into finance_month_sums
      select workspace_id, ledger_id, account_id, date_trunc('month', day)::date, category_id, pending,
        transfer_id is not null, sum(greatest(amount, 0)), sum(least(amount, 0)), count(*)
      from new_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    for touched in select ledger_id, min(day) as day from old_rows where deleted_at is null group by ledger_id loop
      -- A ledger that goes as a whole takes its sums along.
      if exists (select 1 from finance_ledgers where id = touched.ledger_id) then
        perform finance_require_open(array[touched.ledger_id], touched.day);
      end if;
    end loop;
    insert into finance_month_sums
      select o.workspace_id, o.ledger_id, o.account_id, date_trunc('month', o.day)::date, o.category_id, o.pending,
        o.transfer_id is not null, -sum(greatest(o.amount, 0)), -sum(least(o.amount, 0)), -count(*)
      from old_rows o join finance_accounts a on a.id = o.account_id where o.deleted_at is null
        group by 1, 2, 3, 4, 5, 6, 7;
  else
    for touched in
      select n.ledger_id, min(least(case when o.deleted_at is null then o.day end, case when n.deleted_at is null
        then n.day end)) as day
      from new_rows n join old_rows o on o.id = n.id
      where (o.deleted_at is null or n.deleted_at is null)
        and (o.day, o.amount, o.account_id, o.category_id, o.pending, o.deleted_at is null, o.transfer_id is null)
          is distinct from (n.day, n.amount, n.account_id, n.category_id, n.pending, n.deleted_at is null,
            n.transfer_id is null)
      group by n.ledger_id
    loop
      perform finance_require_open(array[touched.ledger_id], touched.day);
    end loop;
    insert into finance_month_sums
      select workspace_id, ledger_id, account_id, month, category_id, pending, transfer, sum(money_in), sum(money_out),
        sum(lines)
      from (
        select t.workspace_id, t.ledger_id, t.account_id, date_trunc('month', t.day)::date
          as month, l.category_id, t.pending, t.transfer_id is not null as transfer,
          t.side * l.sign * greatest(l.amount, 0) as money_in, t.side * l.sign * least(l.amount, 0)
            as money_out, t.side * l.sign as lines
        from (select n.*, 1 as side from new_rows n union all select o.*, -1 as side from old_rows o) t
        -- The transaction itself; and where it is in parts, each part instead of as much of the whole.
        cross join lateral (
          select t.category_id, t.amount, 1 as sign
          union all select s.category_id, s.amount, 1 from finance_splits s where s.workspace_id = t.workspace_id
            and s.transaction_id = t.id
          union all select t.category_id, s.amount, -1 from finance_splits s where s.workspace_id = t.workspace_id
            and s.transaction_id = t.id
        ) l
        where t.deleted_at is null
      ) changes
      group by 1, 2, 3, 4, 5, 6, 7 having sum(money_in) <> 0 or sum(money_out) <> 0 or sum(lines) <> 0;
  end if;
  return null;
end
$$;
