-- Posts transactions of a ledger anew: the bank's side, and against it what it was for. Of a transfer, what is posted
-- in a closed period stays, and the difference between two sides in one currency goes to the category of the outgoing
-- side.
create or replace function finance_post_transactions(ledger uuid, ids uuid[]) returns void
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
declare
  workspace uuid;
  base text;
  places integer;
  closed date;
  suspense uuid;
  transit uuid;
  exchange uuid;
  wanted uuid[];
  kept jsonb;
begin
  select b.workspace_id, l.currency, b.digits, l.closed_until into workspace, base, places, closed from finance_books b
    join finance_ledgers l on l.id = b.ledger_id where b.ledger_id = ledger;
  if workspace is null or cardinality(ids) = 0 then return; end if;
  perform finance_complete_chart(ledger);
  select max(id::text) filter (where system = 'suspense')::uuid, max(id::text) filter (where system = 'transit')::uuid,
    max(id::text) filter (where system = 'exchange')::uuid
    into suspense, transit, exchange from finance_book_accounts where workspace_id = workspace and ledger_id = ledger
      and system in ('suspense', 'transit', 'exchange');
  -- The other side of a transfer is worth what this side is worth, in days that are open.
  select array_agg(distinct id) into wanted from (
    select unnest(ids) as id
    union all select o.id from finance_transactions t join finance_transactions o on o.workspace_id = t.workspace_id
      and o.transfer_id = t.transfer_id
      where t.workspace_id = workspace and t.id = any(ids) and (closed is null or o.day > closed)) x;
  -- What was posted once at a rate stays at it.
  select jsonb_object_agg(source_id::text || day::text, rate) into kept from finance_book_entries
    where workspace_id = workspace and source = 'transaction' and source_id = any(wanted) and rate is not null;
  delete from finance_book_entries where workspace_id = workspace and source = 'transaction'
    and source_id = any(wanted);
  insert into finance_book_entries (id, workspace_id, ledger_id, day, source, source_id, rate, created_by, created_at)
    select id, workspace, ledger, day, 'transaction', id, case when currency <> base then rate end, created_by, now()
      from (
      select t.*, a.currency, case when a.currency = base then 1
        else coalesce((kept ->> (t.id::text || t.day::text))::numeric,
        finance_rate_on(workspace, a.currency, base, t.day)) end as rate
      from finance_transactions t join finance_accounts a on a.id = t.account_id and a.workspace_id = t.workspace_id
      where t.workspace_id = workspace and t.ledger_id = ledger and t.id = any(wanted) and t.deleted_at is null
        and not t.pending) x
    where round(amount * rate, places) <> 0;
  insert into finance_book_lines (workspace_id, ledger_id, entry_id, position, account_id, amount, memo, foreign_amount,
    foreign_currency, day)
    with posted as (
      select t.id, t.day, t.amount, t.category_id, t.transfer_id, coalesce(e.rate, 1) as rate, e.rate
        as exchanged, a.currency, b.id as bank, round(t.amount * coalesce(e.rate, 1), places) as value,
        (select coalesce(sum(case p.direction when 'in' then p.amount else -p.amount end), 0) from finance_payments p
          where p.transaction_id = t.id and p.removed_at is null) as settled
      from finance_book_entries e join finance_transactions t on t.id = e.source_id and t.workspace_id = workspace
      join finance_accounts a on a.id = t.account_id join finance_book_accounts b on b.workspace_id = workspace
        and b.account_id = a.id
      where e.workspace_id = workspace and e.source = 'transaction' and e.source_id = any(wanted)
    ), moved as (
      -- With the other side as it is posted: what the outgoing one put into transit, or what the incoming one took out
      -- of it in days that are closed.
      select t.*, o.amount as other_amount, o.is_alike, c.book_account_id as own_account, o.account
        as other_account, case when t.amount > 0 then o.sent else o.taken end as under_way
      from posted t left join finance_categories c on c.id = t.category_id left join lateral (
        select o.amount, a.currency = t.currency as is_alike, k.book_account_id
          as account, round(o.amount * coalesce(e.rate, 1), places) as sent,
          case when o.day <= closed then (select sum(l.amount) from finance_book_lines l
            where l.workspace_id = workspace and l.entry_id = e.id and l.account_id = transit) end as taken
        from finance_transactions o join finance_accounts a on a.id = o.account_id join finance_book_entries e
          on e.workspace_id = workspace and e.source = 'transaction' and e.source_id = o.id
        left join finance_categories k on k.id = o.category_id where o.workspace_id = workspace
          and o.transfer_id = t.transfer_id and o.id <> t.id
      ) o on true where t.transfer_id is not null
    ), lines as (
      select id, day, 0 as place, bank as account, value, '' as memo, case when exchanged is not null then amount end
        as foreign_amount, case when exchanged is not null then currency end as foreign_currency from posted
      union all
      select t.id, t.day, 1, p.account_id, case p.direction when 'in' then -p.book_amount
        else p.book_amount end, p.note, null, null
      from posted t join finance_payments p on p.transaction_id = t.id and p.removed_at is null
      union all
      select t.id, t.day, 2, coalesce(c.book_account_id, suspense), -round(s.amount * t.rate, places), s.notes, null,
        null
      from posted t join finance_splits s on s.workspace_id = workspace and s.transaction_id = t.id left
        join finance_categories c on c.id = s.category_id
      where t.transfer_id is null and t.settled = 0
      union all
      select t.id, t.day, 2, coalesce(c.book_account_id, suspense), -round((t.amount - t.settled) * t.rate, places), '',
        null, null
      from posted t left join finance_categories c on c.id = t.category_id
      where t.transfer_id is null and t.amount <> t.settled
        and (t.settled <> 0 or not exists (select 1 from finance_splits s where s.workspace_id = workspace
        and s.transaction_id = t.id))
      union all
      -- A transfer's incoming side takes out of transit what the outgoing side put in.
      select id, day, 2, transit, case when amount > 0 then coalesce(under_way, -value)
        else coalesce(-under_way, -value) end, '', null, null from moved
      union all
      -- A fee that was kept on the way is what the outgoing side is for.
      select id, day, 3, coalesce(case when amount > 0 then other_account end, own_account, other_account, suspense),
        case when amount > 0 then -round((amount + other_amount) * rate, places)
        else under_way - value end, '', null, null
      from moved where is_alike and under_way is not null and case when amount > 0 then amount + other_amount <> 0
        else under_way <> value end
    ), complete as (
      select * from lines
      union all
      -- Rounding, and what the rates made of it between document and payment.
      select id, day, 9, exchange, -sum(value), '', null, null from lines group by id, day having sum(value) <> 0
    )
    select workspace, ledger, id, row_number() over (partition by id order by place, account, value) - 1, account,
      value, memo, foreign_amount, foreign_currency, day from complete where value <> 0;
end
$$;
