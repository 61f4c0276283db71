-- Finance: ledgers and who may see them, accounts, categories, transactions with their parts, rules, imports of bank
-- files. Amounts are numeric, seen from the account: money in is positive, out negative. Balances are never stored.
create table finance_ledgers (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  kind text not null check (kind in ('personal', 'business')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Nothing that counts can change up to and including this day.
  closed_until date,
  budget_kind text not null default 'tracking' check (budget_kind in ('tracking', 'envelope')),
  -- Since when nobody who may still come owns a ledger (finance/server/ledgers/orphaned-ledgers.ts).
  left_since timestamptz(3)
);
create index finance_ledgers_workspace on finance_ledgers (workspace_id, created_at);
create index finance_ledgers_left on finance_ledgers (left_since) where left_since is not null;
select build_wall('finance_ledgers');

-- Who sees a ledger: what is not shared with a person does not exist for them, whatever their role in the workspace.
create table finance_ledger_members (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (ledger_id, user_id)
);
create index finance_ledger_members_user on finance_ledger_members (workspace_id, user_id);
select build_wall('finance_ledger_members');

create table finance_accounts (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  kind text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  institution text not null default '',
  -- As the bank's files name it, to find the account that a statement belongs to.
  number text not null default '',
  opening_balance numeric not null default 0,
  opening_day date,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint finance_accounts_kind_check check (kind in ('checking', 'savings', 'card', 'cash', 'loan', 'investment',
    'other', 'property', 'vehicle', 'valuables'))
);
create index finance_accounts_ledger on finance_accounts (workspace_id, ledger_id);
select build_wall('finance_accounts');
create trigger finance_accounts_chart after insert or update on finance_accounts for each row
  execute function finance_chart_account();

create table finance_categories (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  name_key text collate "C" not null,
  kind text not null check (kind in ('income', 'expense')),
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  -- What a month left of its budget goes on into the next.
  rollover boolean not null default false,
  -- What is of this category is posted to this account.
  book_account_id uuid
);
create unique index finance_categories_name on finance_categories (workspace_id, ledger_id, kind, name_key);
create index finance_categories_book_account on finance_categories (book_account_id) where book_account_id is not null;
select build_wall('finance_categories');
create trigger finance_categories_chart after insert on finance_categories referencing new table as new_rows
  for each statement execute function finance_chart_categories();

create table finance_imports (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  version integer not null default 1,
  file_name text not null,
  size bigint not null,
  storage_key text not null,
  format text not null,
  state text not null,
  options jsonb not null default '{}',
  problems jsonb not null default '[]',
  counts jsonb not null default '{}',
  error text,
  job_id uuid,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint finance_imports_state_check check (state in ('ready', 'queued', 'done', 'failed', 'reverting', 'reverted'))
);
create index finance_imports_account on finance_imports (workspace_id, account_id, created_at desc, id desc);
select build_wall('finance_imports');

create table finance_transactions (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  version integer not null default 1,
  day date not null,
  amount numeric not null,
  payee text not null default '',
  notes text not null default '',
  category_id uuid references finance_categories (id) on delete set null,
  tags text[] not null default '{}',
  pending boolean not null default false,
  check_number text not null default '',
  -- What the bank wrote, whatever people made of it since.
  bank_payee text not null default '',
  bank_memo text not null default '',
  bank_id text,
  fingerprint text,
  import_id uuid references finance_imports (id) on delete set null,
  -- Rules that set something when it came in.
  rule_ids uuid[] not null default '{}',
  -- Payee, notes and what the bank wrote, folded.
  search_text text collate "C" not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Deleted ones stay known, so that the next file does not bring them back.
  deleted_at timestamptz(3),
  transfer_id uuid
);
create index finance_transactions_list on finance_transactions (workspace_id, ledger_id, day desc, id desc)
  where deleted_at is null;
create unique index finance_transactions_fingerprint on finance_transactions (workspace_id, account_id, fingerprint)
  where fingerprint is not null;
create index finance_transactions_bank_id on finance_transactions (workspace_id, account_id, bank_id)
  where bank_id is not null;
create index finance_transactions_import on finance_transactions (import_id) where import_id is not null;
create index finance_transactions_category on finance_transactions (category_id) where category_id is not null;
create index finance_transactions_account on finance_transactions (workspace_id, account_id, day desc, id desc)
  include (amount, pending) where deleted_at is null;
create index finance_transactions_transfer on finance_transactions (transfer_id) where transfer_id is not null;
create index finance_transactions_search on finance_transactions using gin (ledger_id, search_text gin_trgm_ops)
  where deleted_at is null;
create index finance_transactions_untold on finance_transactions (workspace_id, ledger_id, day desc, id desc)
  where deleted_at is null and category_id is null and transfer_id is null;
create index finance_transactions_of_category
  on finance_transactions (workspace_id, ledger_id, category_id, day desc, id desc) where deleted_at is null
  and category_id is not null;
create index finance_transactions_pending on finance_transactions (workspace_id, ledger_id, day desc, id desc)
  where deleted_at is null and pending;
create index finance_transactions_transfers on finance_transactions (workspace_id, ledger_id, day desc, id desc)
  where deleted_at is null and transfer_id is not null;
create index finance_transactions_deleted on finance_transactions (workspace_id, ledger_id, day desc, id desc)
  where deleted_at is not null;
select build_wall('finance_transactions');
create trigger finance_transactions_added after insert on finance_transactions referencing new table as new_rows
  for each statement execute function finance_sum_transactions();
create trigger finance_transactions_changed after update on finance_transactions referencing old table
  as old_rows new table as new_rows for each statement execute function finance_sum_transactions();
create trigger finance_transactions_gone after delete on finance_transactions referencing old table as old_rows
  for each statement execute function finance_sum_transactions();
create trigger finance_transactions_post_added after insert on finance_transactions referencing new table as new_rows
  for each statement execute function finance_post_changed();
create trigger finance_transactions_post_changed after update on finance_transactions referencing old table
  as old_rows new table as new_rows for each statement execute function finance_post_changed();
create trigger finance_transactions_post_gone after delete on finance_transactions referencing old table as old_rows
  for each statement execute function finance_post_changed();
create trigger finance_transactions_settle_changed after update on finance_transactions referencing old table
  as old_rows new table as new_rows for each statement execute function finance_transactions_settle();
create trigger finance_transactions_weigh after update on finance_transactions referencing old table
  as old_rows new table as new_rows for each statement execute function finance_weigh_transfers();

create table finance_splits (
  id uuid primary key,
  workspace_id uuid not null,
  transaction_id uuid not null references finance_transactions (id) on delete cascade,
  position integer not null,
  amount numeric not null,
  category_id uuid references finance_categories (id) on delete set null,
  notes text not null default ''
);
create index finance_splits_transaction on finance_splits (workspace_id, transaction_id, position);
create index finance_splits_category on finance_splits (workspace_id, category_id) where category_id is not null;
select build_wall('finance_splits');
create trigger finance_splits_added after insert on finance_splits referencing new table as parts for each statement
  execute function finance_sum_splits();
create trigger finance_splits_changed after update on finance_splits referencing old table as old_rows new table
  as new_rows for each statement execute function finance_move_splits();
create trigger finance_splits_gone after delete on finance_splits referencing old table as parts for each statement
  execute function finance_sum_splits();
create trigger finance_splits_post_added after insert on finance_splits referencing new table as parts
  for each statement execute function finance_post_parts();
create trigger finance_splits_post_changed after update on finance_splits referencing new table as parts
  for each statement execute function finance_post_parts();
create trigger finance_splits_post_gone after delete on finance_splits referencing old table as parts for each statement
  execute function finance_post_parts();

-- Two sides of one transfer between accounts of a ledger, or (`refused`) two that somebody said are none.
create table finance_transfers (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  out_id uuid references finance_transactions (id) on delete cascade,
  in_id uuid references finance_transactions (id) on delete cascade,
  state text not null check (state in ('accepted', 'refused')),
  decided_by uuid,
  created_at timestamptz(3) not null default now(),
  activity_id uuid,
  -- In one currency: what came in less what went out, below zero where a fee was kept (docs/decisions/0035). Between
  -- two currencies it means nothing.
  difference numeric not null default 0,
  constraint finance_transfers_sides check (num_nonnulls(out_id, in_id) = case when activity_id is null then 2
    else 1 end)
);
create unique index finance_transfers_pair on finance_transfers (workspace_id, out_id, in_id);
create index finance_transfers_in on finance_transfers (in_id);
create index finance_transfers_ledger on finance_transfers (workspace_id, ledger_id);
create unique index finance_transfers_activity on finance_transfers (activity_id) where activity_id is not null;
create index finance_transfers_uneven on finance_transfers (workspace_id, ledger_id) where difference <> 0;
select build_wall('finance_transfers');
create trigger finance_transfers_weigh before insert or update of state, out_id, in_id on finance_transfers for each row
  execute function finance_weigh_transfer();
alter table finance_transactions add foreign key (transfer_id) references finance_transfers (id) on delete set null;

create table finance_rules (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  position integer not null,
  name text not null,
  enabled boolean not null default true,
  definition jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index finance_rules_ledger on finance_rules (workspace_id, ledger_id, position, id);
select build_wall('finance_rules');

-- What an import changed of transactions that were there before: how they were, to put them back.
create table finance_import_images (
  workspace_id uuid not null,
  import_id uuid not null references finance_imports (id) on delete cascade,
  transaction_id uuid not null references finance_transactions (id) on delete cascade,
  image jsonb not null,
  primary key (import_id, transaction_id)
);
select build_wall('finance_import_images');

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
create index finance_bulk_changes_age on finance_bulk_changes (created_at);
select build_wall('finance_bulk_changes');

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
  frequency text not null check (frequency in ('weekly', 'biweekly', 'semimonthly', 'monthly', 'quarterly',
    'semiannual', 'annual')),
  -- A day on which it falls; the others follow from the frequency.
  anchor_day date not null,
  category_id uuid references finance_categories (id) on delete set null,
  -- `dismissed`: somebody said that this is nothing that comes back.
  state text not null default 'active' check (state in ('active', 'ended', 'dismissed')),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index finance_recurring_ledger on finance_recurring (workspace_id, ledger_id, state);
select build_wall('finance_recurring');

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
create index finance_receipts_transaction on finance_receipts (workspace_id, transaction_id, id);
select build_wall('finance_receipts');

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
create index finance_month_sums_ledger on finance_month_sums (workspace_id, ledger_id, month)
  include (account_id, category_id, pending, transfer, money_in, money_out);
create index finance_month_sums_account on finance_month_sums (workspace_id, account_id, month)
  include (pending, money_in, money_out);
select build_wall('finance_month_sums');

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
create index finance_reconciliations_account on finance_reconciliations (workspace_id, account_id, day desc, id desc);
select build_wall('finance_reconciliations');

-- What may be spent, or is to come in: from this month on, until the next line of the category.
create table finance_budgets (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  category_id uuid not null references finance_categories (id) on delete cascade,
  month date not null,
  amount numeric not null,
  set_by uuid,
  set_at timestamptz(3) not null default now(),
  -- The amount stands from its month on (`standing`), counts for that month alone (`once`), or returns to the earlier
  -- plan after such a month (`back`).
  role text not null default 'standing' check (role in ('standing', 'once', 'back')),
  primary key (category_id, month)
);
create index finance_budgets_ledger on finance_budgets (workspace_id, ledger_id, month);
select build_wall('finance_budgets');

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
create index finance_goals_ledger on finance_goals (workspace_id, ledger_id) where deleted_at is null;
select build_wall('finance_goals');

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
create index finance_goal_contributions_goal on finance_goal_contributions (workspace_id, goal_id, day desc, id desc);
select build_wall('finance_goal_contributions');

-- Day rates of finance: from this day on one unit of `from_currency` is worth `rate` units of `to_currency`.
create table finance_rates (
  id uuid primary key,
  workspace_id uuid not null,
  from_currency text not null check (from_currency ~ '^[A-Z]{3}$'),
  to_currency text not null check (to_currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric not null check (rate > 0),
  -- Where it comes from, in the words of whoever brought it: a bank, a file.
  source text not null,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create unique index finance_rates_day on finance_rates (workspace_id, from_currency, to_currency, day);
create index finance_rates_latest on finance_rates (workspace_id, day desc, id desc);
select build_wall('finance_rates');
create trigger finance_rates_post after insert on finance_rates referencing new table as new_rows for each statement
  execute function finance_post_rates();

-- Changes of the cash of an investment account, by the day on which the bank told of them, so that past days stay what
-- they were.
create table finance_told_cash (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  -- On which the bank told of it; the first has no change.
  day date not null,
  change numeric not null,
  primary key (account_id, day)
);
create index finance_told_cash_ledger on finance_told_cash (workspace_id, ledger_id);
select build_wall('finance_told_cash');
