-- Roads by which closed books changed all the same, and days that went apart (docs/decisions/0158).

-- A part whose category goes changes its month as a whole transaction does.
create or replace function finance_move_splits() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  touched record;
begin
  for touched in
    select t.ledger_id, min(t.day) as day from new_rows n join old_rows o on o.id = n.id join finance_transactions t on t.workspace_id = n.workspace_id and t.id = n.transaction_id
    where t.deleted_at is null and (o.amount, o.category_id) is distinct from (n.amount, n.category_id) group by t.ledger_id
  loop
    perform finance_require_open(array[touched.ledger_id], touched.day);
  end loop;
  insert into finance_month_sums
    select t.workspace_id, t.ledger_id, t.account_id, date_trunc('month', t.day)::date, l.category_id, t.pending, t.transfer_id is not null,
      sum(l.sign * greatest(p.amount, 0)), sum(l.sign * least(p.amount, 0)), sum(l.sign)
    from (select n.*, 1 as side from new_rows n union all select o.*, -1 as side from old_rows o) p
    join finance_transactions t on t.workspace_id = p.workspace_id and t.id = p.transaction_id
    cross join lateral (values (p.category_id, p.side), (t.category_id, -p.side)) as l(category_id, sign)
    where t.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(l.sign * p.amount) <> 0 or sum(l.sign) <> 0;
  return null;
end
$$;
--> statement-breakpoint
-- The day on which what an account held at first is posted.
create function finance_opening_day(account uuid) returns date language sql stable set plan_cache_mode = force_custom_plan as $$
  select coalesce(a.opening_day, least((select min(t.day) from finance_transactions t where t.workspace_id = a.workspace_id and t.account_id = a.id and t.deleted_at is null), a.created_at::date))
  from finance_accounts a where a.id = account
$$;
--> statement-breakpoint
-- A rate that comes late brings what waited for it into the open days; what lies in closed ones waits until they are opened.
create or replace function finance_post_waiting(ledger uuid) returns integer language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
  account uuid;
  closed date;
begin
  perform pg_advisory_xact_lock_shared(7291, hashtext(ledger::text));
  select closed_until into closed from finance_ledgers where id = ledger;
  select array_agg(t.id) into ids from finance_books b join finance_ledgers l on l.id = b.ledger_id
    join finance_accounts a on a.workspace_id = b.workspace_id and a.ledger_id = b.ledger_id and a.currency <> l.currency
    join finance_transactions t on t.workspace_id = a.workspace_id and t.account_id = a.id and t.deleted_at is null and not t.pending and (closed is null or t.day > closed)
    where b.ledger_id = ledger and not exists (select 1 from finance_book_entries e where e.workspace_id = t.workspace_id and e.source = 'transaction' and e.source_id = t.id);
  if ids is not null then perform finance_post_transactions(ledger, ids); end if;
  for account in select a.id from finance_books b join finance_ledgers l on l.id = b.ledger_id join finance_accounts a on a.workspace_id = b.workspace_id and a.ledger_id = b.ledger_id and a.currency <> l.currency
    where b.ledger_id = ledger and a.opening_balance <> 0 and (closed is null or finance_opening_day(a.id) > closed)
      and not exists (select 1 from finance_book_entries e where e.workspace_id = a.workspace_id and e.source = 'opening' and e.source_id = a.id) loop
    perform finance_post_opening(account);
  end loop;
  return (select count(*) from unnest(ids) as x(id) where not exists (select 1 from finance_book_entries e where e.source = 'transaction' and e.source_id = x.id));
end
$$;
--> statement-breakpoint
-- What an account without an opening day held, it held before all that moved in it: its entry moves with the earliest of that.
create or replace function finance_post_changed() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  touched record;
  account uuid;
begin
  if tg_op = 'INSERT' then
    for touched in select n.ledger_id, array_agg(n.id) as ids from new_rows n join finance_books b on b.ledger_id = n.ledger_id where n.deleted_at is null and not n.pending group by n.ledger_id loop
      perform finance_post_transactions(touched.ledger_id, touched.ids);
    end loop;
  elsif tg_op = 'UPDATE' then
    for touched in
      select n.ledger_id, array_agg(n.id) as ids from new_rows n join old_rows o on o.id = n.id join finance_books b on b.ledger_id = n.ledger_id
      where (o.day, o.amount, o.account_id, o.category_id, o.pending, o.deleted_at is null, o.transfer_id) is distinct from (n.day, n.amount, n.account_id, n.category_id, n.pending, n.deleted_at is null, n.transfer_id)
      group by n.ledger_id
    loop
      perform finance_post_transactions(touched.ledger_id, touched.ids);
    end loop;
  else
    delete from finance_book_entries e using old_rows o where e.workspace_id = o.workspace_id and e.source = 'transaction' and e.source_id = o.id;
  end if;
  if tg_op <> 'DELETE' then
    for account in
      select n.account_id from (select account_id, min(day) as day from new_rows where deleted_at is null and not pending group by account_id) n
      join finance_accounts a on a.id = n.account_id and a.opening_day is null and a.opening_balance <> 0
      join finance_book_entries e on e.workspace_id = a.workspace_id and e.source = 'opening' and e.source_id = a.id and e.day > n.day
    loop
      perform finance_post_opening(account);
    end loop;
  end if;
  return null;
end
$$;
--> statement-breakpoint
-- A payment by a line of the bank is of the line's day, wherever that goes.
create or replace function finance_transactions_settle() returns trigger language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  ids uuid[];
begin
  update finance_payments p set day = n.day from new_rows n join old_rows o on o.id = n.id where p.transaction_id = n.id and p.removed_at is null and n.day <> o.day and p.day <> n.day;
  select array_agg(distinct p.document_id) into ids
  from new_rows n join old_rows o on o.id = n.id join finance_payments p on p.transaction_id = n.id and p.removed_at is null
  where p.document_id is not null and ((n.deleted_at is null) <> (o.deleted_at is null) or n.pending <> o.pending);
  if ids is not null then perform finance_settle_documents(ids); end if;
  return null;
end
$$;
--> statement-breakpoint
-- What went apart before, in the open days.
update finance_payments p set day = t.day from finance_transactions t, finance_ledgers l
where t.id = p.transaction_id and l.id = p.ledger_id and p.removed_at is null and p.day <> t.day and (l.closed_until is null or least(t.day, p.day) > l.closed_until);
--> statement-breakpoint
select finance_post_opening(a.id) from finance_accounts a join finance_ledgers l on l.id = a.ledger_id
join finance_book_entries e on e.workspace_id = a.workspace_id and e.source = 'opening' and e.source_id = a.id
where a.opening_day is null and finance_opening_day(a.id) < e.day and (l.closed_until is null or finance_opening_day(a.id) > l.closed_until);
--> statement-breakpoint
-- Payments by lines that were deleted, of documents that were voided since: a line that comes back settles nothing of them.
update finance_payments p set removed_at = now(), removed_on = p.day from finance_documents d
where d.id = p.document_id and d.state = 'void' and p.removed_at is null and p.transaction_id is not null and not exists (select 1 from finance_transactions t where t.id = p.transaction_id and t.deleted_at is null and not t.pending);
