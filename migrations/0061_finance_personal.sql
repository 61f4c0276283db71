-- Personal finance: transfers, recurring payments, budgets, goals, reconciliation, receipts, closed periods; and the
-- sums by month that balances and reports are read from.
alter table finance_rates drop constraint if exists finance_rates_check;
--> statement-breakpoint
alter table finance_ledgers
  -- Nothing that counts can change up to and including this day.
  add column closed_until date,
  add column budget_kind text not null default 'tracking' check (budget_kind in ('tracking', 'envelope'));
--> statement-breakpoint
-- What a month left of its budget goes on into the next.
alter table finance_categories add column rollover boolean not null default false;
--> statement-breakpoint
-- Two sides of one transfer between accounts of a ledger, or (`refused`) two that somebody said are none.
create table finance_transfers (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  out_id uuid not null references finance_transactions (id) on delete cascade,
  in_id uuid not null references finance_transactions (id) on delete cascade,
  state text not null check (state in ('accepted', 'refused')),
  decided_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create unique index finance_transfers_pair on finance_transfers (workspace_id, out_id, in_id);
--> statement-breakpoint
create index finance_transfers_in on finance_transfers (in_id);
--> statement-breakpoint
create index finance_transfers_ledger on finance_transfers (workspace_id, ledger_id);
--> statement-breakpoint
alter table finance_transactions add column transfer_id uuid references finance_transfers (id) on delete set null;
--> statement-breakpoint
create index finance_transactions_transfer on finance_transactions (transfer_id) where transfer_id is not null;
--> statement-breakpoint
create index finance_transactions_search on finance_transactions using gin (ledger_id, search_text gin_trgm_ops) where deleted_at is null;
--> statement-breakpoint
create index finance_transactions_untold on finance_transactions (workspace_id, ledger_id, day desc, id desc) where deleted_at is null and category_id is null and transfer_id is null;
--> statement-breakpoint
create index finance_transactions_of_category on finance_transactions (workspace_id, ledger_id, category_id, day desc, id desc) where deleted_at is null and category_id is not null;
--> statement-breakpoint
create index finance_transactions_pending on finance_transactions (workspace_id, ledger_id, day desc, id desc) where deleted_at is null and pending;
--> statement-breakpoint
create index finance_transactions_transfers on finance_transactions (workspace_id, ledger_id, day desc, id desc) where deleted_at is null and transfer_id is not null;
--> statement-breakpoint
create index finance_transactions_deleted on finance_transactions (workspace_id, ledger_id, day desc, id desc) where deleted_at is not null;
--> statement-breakpoint
-- How transactions were before many were changed at once, to put them back.
create table finance_bulk_changes (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  images jsonb not null,
  undone_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_bulk_changes_age on finance_bulk_changes (created_at);
--> statement-breakpoint
create index finance_splits_category on finance_splits (workspace_id, category_id) where category_id is not null;
--> statement-breakpoint
create table finance_recurring (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  -- How the merchant reads in the bank's lines (engine/transactions/merchant.ts); blank where nothing is to be matched.
  merchant text not null default '',
  amount numeric not null,
  frequency text not null check (frequency in ('weekly', 'biweekly', 'semimonthly', 'monthly', 'quarterly', 'semiannual', 'annual')),
  -- A day on which it falls; the others follow from the frequency.
  anchor_day date not null,
  category_id uuid references finance_categories (id) on delete set null,
  -- `dismissed`: somebody said that this is nothing that comes back.
  state text not null default 'active' check (state in ('active', 'ended', 'dismissed')),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_recurring_ledger on finance_recurring (workspace_id, ledger_id, state);
--> statement-breakpoint
-- What may be spent, or is to come in: from this month on, until the next line of the category.
create table finance_budgets (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  category_id uuid not null references finance_categories (id) on delete cascade,
  month date not null,
  amount numeric not null,
  set_by uuid,
  set_at timestamptz(3) not null default now(),
  primary key (category_id, month)
);
--> statement-breakpoint
create index finance_budgets_ledger on finance_budgets (workspace_id, ledger_id, month);
--> statement-breakpoint
create table finance_goals (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  target numeric not null check (target > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  target_day date,
  -- The account whose balance is what is saved; without one, contributions are entered.
  account_id uuid references finance_accounts (id) on delete set null,
  deleted_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_goals_ledger on finance_goals (workspace_id, ledger_id) where deleted_at is null;
--> statement-breakpoint
create table finance_goal_contributions (
  id uuid primary key,
  workspace_id uuid not null,
  goal_id uuid not null references finance_goals (id) on delete cascade,
  day date not null,
  amount numeric not null,
  note text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_goal_contributions_goal on finance_goal_contributions (workspace_id, goal_id, day desc, id desc);
--> statement-breakpoint
-- That an account agreed with its statement on a day, perhaps after an adjustment.
create table finance_reconciliations (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  day date not null,
  balance numeric not null,
  -- What was missing, as a transaction of its own.
  adjustment_id uuid references finance_transactions (id) on delete set null,
  adjustment numeric not null default 0,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_reconciliations_account on finance_reconciliations (workspace_id, account_id, day desc, id desc);
--> statement-breakpoint
create table finance_receipts (
  id uuid primary key,
  workspace_id uuid not null,
  transaction_id uuid not null references finance_transactions (id) on delete cascade,
  name text not null,
  type text not null,
  size bigint not null,
  storage_key text not null,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_receipts_transaction on finance_receipts (workspace_id, transaction_id, id);
--> statement-breakpoint
-- Sums by account, month and category, as changes: several rows of one key add up, and are put together now and then.
-- Adding a row waits for nobody, so that two people who enter transactions never do.
create table finance_month_sums (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  month date not null,
  category_id uuid,
  pending boolean not null,
  transfer boolean not null,
  money_in numeric not null,
  money_out numeric not null,
  lines integer not null
);
--> statement-breakpoint
create index finance_month_sums_ledger on finance_month_sums (workspace_id, ledger_id, month) include (account_id, category_id, pending, transfer, money_in, money_out);
--> statement-breakpoint
create index finance_month_sums_account on finance_month_sums (workspace_id, account_id, month) include (pending, money_in, money_out);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array[
  'finance_transfers', 'finance_recurring', 'finance_budgets', 'finance_goals', 'finance_goal_contributions', 'finance_reconciliations', 'finance_receipts', 'finance_bulk_changes', 'finance_month_sums'
]) as walled;
--> statement-breakpoint
-- Whoever changes what counts says so to whoever closes a period, and finds the period open, or is refused.
create function finance_require_open(ledgers uuid[], first_day date) returns void language plpgsql as $$
declare
  ledger uuid;
  closed date;
begin
  for ledger in select distinct l from unnest(ledgers) as l order by l loop
    perform pg_advisory_xact_lock_shared(7291, hashtext(ledger::text));
    select closed_until into closed from finance_ledgers where id = ledger;
    if closed >= first_day then
      raise exception 'The period is closed' using errcode = 'FC001', detail = closed::text;
    end if;
  end loop;
end
$$;
--> statement-breakpoint
create function finance_sum_transactions() returns trigger language plpgsql as $$
declare
  touched record;
begin
  if tg_op = 'INSERT' then
    for touched in select ledger_id, min(day) as day from new_rows where deleted_at is null group by ledger_id loop
      perform finance_require_open(array[touched.ledger_id], touched.day);
    end loop;
    insert into finance_month_sums
      select workspace_id, ledger_id, account_id, date_trunc('month', day)::date, category_id, pending, transfer_id is not null, sum(greatest(amount, 0)), sum(least(amount, 0)), count(*)
      from new_rows where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'DELETE' then
    for touched in select ledger_id, min(day) as day from old_rows where deleted_at is null group by ledger_id loop
      -- A ledger that goes as a whole takes its sums along.
      if exists (select 1 from finance_ledgers where id = touched.ledger_id) then
        perform finance_require_open(array[touched.ledger_id], touched.day);
      end if;
    end loop;
    insert into finance_month_sums
      select o.workspace_id, o.ledger_id, o.account_id, date_trunc('month', o.day)::date, o.category_id, o.pending, o.transfer_id is not null, -sum(greatest(o.amount, 0)), -sum(least(o.amount, 0)), -count(*)
      from old_rows o join finance_accounts a on a.id = o.account_id where o.deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
  else
    for touched in
      select n.ledger_id, min(least(case when o.deleted_at is null then o.day end, case when n.deleted_at is null then n.day end)) as day
      from new_rows n join old_rows o on o.id = n.id
      where (o.deleted_at is null or n.deleted_at is null)
        and (o.day, o.amount, o.account_id, o.category_id, o.pending, o.deleted_at is null, o.transfer_id is null)
          is distinct from (n.day, n.amount, n.account_id, n.category_id, n.pending, n.deleted_at is null, n.transfer_id is null)
      group by n.ledger_id
    loop
      perform finance_require_open(array[touched.ledger_id], touched.day);
    end loop;
    insert into finance_month_sums
      select workspace_id, ledger_id, account_id, month, category_id, pending, transfer, sum(money_in), sum(money_out), sum(lines)
      from (
        select t.workspace_id, t.ledger_id, t.account_id, date_trunc('month', t.day)::date as month, l.category_id, t.pending, t.transfer_id is not null as transfer,
          t.side * l.sign * greatest(l.amount, 0) as money_in, t.side * l.sign * least(l.amount, 0) as money_out, t.side * l.sign as lines
        from (select n.*, 1 as side from new_rows n union all select o.*, -1 as side from old_rows o) t
        -- The transaction itself; and where it is in parts, each part instead of as much of the whole.
        cross join lateral (
          select t.category_id, t.amount, 1 as sign
          union all select s.category_id, s.amount, 1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id
          union all select t.category_id, s.amount, -1 from finance_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id
        ) l
        where t.deleted_at is null
      ) changes
      group by 1, 2, 3, 4, 5, 6, 7 having sum(money_in) <> 0 or sum(money_out) <> 0 or sum(lines) <> 0;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create function finance_sum_splits() returns trigger language plpgsql as $$
declare
  touched record;
begin
  -- `parts`: the rows of either side; a part says as much of its own category, and as much less of the whole's.
  for touched in
    select t.ledger_id, min(t.day) as day from parts p join finance_transactions t on t.workspace_id = p.workspace_id and t.id = p.transaction_id where t.deleted_at is null group by t.ledger_id
  loop
    perform finance_require_open(array[touched.ledger_id], touched.day);
  end loop;
  insert into finance_month_sums
    select t.workspace_id, t.ledger_id, t.account_id, date_trunc('month', t.day)::date, l.category_id, t.pending, t.transfer_id is not null,
      sum(l.sign * greatest(p.amount, 0)), sum(l.sign * least(p.amount, 0)), sum(l.sign)
    from parts p join finance_transactions t on t.workspace_id = p.workspace_id and t.id = p.transaction_id
    cross join lateral (values (p.category_id, case when tg_op = 'DELETE' then -1 else 1 end), (t.category_id, case when tg_op = 'DELETE' then 1 else -1 end)) as l(category_id, sign)
    where t.deleted_at is null
    group by 1, 2, 3, 4, 5, 6, 7 having sum(l.sign * p.amount) <> 0 or sum(l.sign) <> 0;
  return null;
end
$$;
--> statement-breakpoint
create function finance_move_splits() returns trigger language plpgsql as $$
begin
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
insert into finance_month_sums
  select t.workspace_id, t.ledger_id, t.account_id, date_trunc('month', t.day)::date, l.category_id, t.pending, false,
    sum(l.sign * greatest(l.amount, 0)), sum(l.sign * least(l.amount, 0)), sum(l.sign)
  from finance_transactions t
  cross join lateral (
    select t.category_id, t.amount, 1 as sign
    union all select s.category_id, s.amount, 1 from finance_splits s where s.transaction_id = t.id
    union all select t.category_id, s.amount, -1 from finance_splits s where s.transaction_id = t.id
  ) l
  where t.deleted_at is null group by 1, 2, 3, 4, 5, 6, 7;
--> statement-breakpoint
create trigger finance_transactions_added after insert on finance_transactions referencing new table as new_rows for each statement execute function finance_sum_transactions();
--> statement-breakpoint
create trigger finance_transactions_changed after update on finance_transactions referencing old table as old_rows new table as new_rows for each statement execute function finance_sum_transactions();
--> statement-breakpoint
create trigger finance_transactions_gone after delete on finance_transactions referencing old table as old_rows for each statement execute function finance_sum_transactions();
--> statement-breakpoint
create trigger finance_splits_added after insert on finance_splits referencing new table as parts for each statement execute function finance_sum_splits();
--> statement-breakpoint
create trigger finance_splits_changed after update on finance_splits referencing old table as old_rows new table as new_rows for each statement execute function finance_move_splits();
--> statement-breakpoint
create trigger finance_splits_gone after delete on finance_splits referencing old table as parts for each statement execute function finance_sum_splits();
--> statement-breakpoint
-- Transactions of a ledger that match every pattern. The wall hides the words from the index, hence as owner; whether the
-- caller may see the ledger was asked before, its workspace is asked here.
create function finance_search_ids(ledger uuid, patterns text[], most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
as $$
declare
  conditions text;
begin
  if not exists (select 1 from public.finance_ledgers l where l.id = ledger and l.workspace_id = public.app_workspace()) then return; end if;
  select string_agg(format('t.search_text like %L', pattern), ' and ') into conditions from unnest(patterns) as pattern;
  if conditions is null then return; end if;
  return query execute format('select t.id from public.finance_transactions t where t.ledger_id = %L::uuid and t.deleted_at is null and %s limit %s', ledger, conditions, most);
end
$$;
--> statement-breakpoint
revoke execute on function finance_search_ids from public;
--> statement-breakpoint
grant execute on function finance_search_ids to gauntlet_app;
