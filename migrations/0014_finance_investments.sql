-- Securities. They belong to a ledger: who does not see the ledger sees no holdings.
create table finance_securities (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  ticker text not null default '',
  isin text not null default '',
  cusip text not null default '',
  -- `index` is nothing one can hold: its prices are a benchmark's series.
  kind text not null check (kind in ('stock', 'etf', 'fund', 'bond', 'crypto', 'commodity', 'option', 'cash',
    'property', 'index', 'other')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  sector text not null default '',
  region text not null default '',
  notes text not null default '',
  -- As a bank's files and services name it.
  external_id text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index finance_securities_ledger on finance_securities (workspace_id, ledger_id, name, id);
select build_wall('finance_securities');

create table finance_investment_imports (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  -- Of activities; prices belong to the ledger's securities.
  account_id uuid references finance_accounts (id) on delete cascade,
  content text not null check (content in ('activities', 'prices')),
  file_name text not null,
  state text not null default 'done' check (state in ('done', 'reverted')),
  version integer not null default 1,
  counts jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  reverted_at timestamptz(3)
);
create index finance_investment_imports_ledger
  on finance_investment_imports (workspace_id, ledger_id, created_at desc, id desc);
select build_wall('finance_investment_imports');

create table finance_security_prices (
  workspace_id uuid not null,
  security_id uuid not null references finance_securities (id) on delete cascade,
  day date not null,
  -- In the security's currency.
  price numeric not null check (price >= 0),
  source text not null check (source in ('manual', 'import', 'bank', 'example')),
  import_id uuid references finance_investment_imports (id) on delete set null,
  primary key (security_id, day)
);
create index finance_security_prices_import on finance_security_prices (import_id) where import_id is not null;
select build_wall('finance_security_prices');

-- Prices that an import wrote over: how they were, to put them back.
create table finance_price_images (
  workspace_id uuid not null,
  import_id uuid not null references finance_investment_imports (id) on delete cascade,
  security_id uuid not null references finance_securities (id) on delete cascade,
  day date not null,
  price numeric not null,
  source text not null,
  primary key (import_id, security_id, day)
);
select build_wall('finance_price_images');

-- What a ledger account of kind `investment` has besides. `revision` counts the changes of its activities and
-- `changed_security` names what the last one concerned (null: several), so that what was computed of the others stays
-- good.
create table finance_investment_accounts (
  account_id uuid primary key references finance_accounts (id) on delete cascade,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  lot_method text not null default 'fifo' check (lot_method in ('fifo', 'lifo', 'hifo', 'average', 'specific')),
  revision bigint not null default 1,
  changed_security uuid,
  -- The account whose cash the activities move: the investment account's own or another of the ledger. Null: none.
  cash_account_id uuid references finance_accounts (id) on delete set null,
  -- The first day whose activities do.
  cash_from date
);
create index finance_investment_accounts_ledger on finance_investment_accounts (workspace_id, ledger_id);
create index finance_investment_accounts_cash on finance_investment_accounts (cash_account_id)
  where cash_account_id is not null;
select build_wall('finance_investment_accounts');

create table finance_activities (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  version integer not null default 1,
  -- Absent for fees and interest of the account itself.
  security_id uuid references finance_securities (id) on delete restrict,
  day date not null,
  kind text not null check (kind in ('buy', 'sell', 'dividend', 'interest', 'capitalGain', 'fee', 'split', 'transferIn',
    'transferOut', 'returnOfCapital', 'spinOff', 'merger', 'worthless')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  quantity numeric,
  price numeric,
  -- Cash of dividends, interest and fees; cost of what is transferred in.
  amount numeric,
  fee numeric not null default 0,
  tax numeric not null default 0,
  -- Day of purchase of what is transferred in.
  acquired date,
  -- Terms of corporate actions, as the contract writes them.
  terms jsonb not null default '{}',
  -- Lots that the seller named: [{ lotId, quantity }].
  lots jsonb not null default '[]',
  notes text not null default '',
  -- Whose word it is: a person's, a file's, a bank's.
  source text not null default 'manual' check (source in ('manual', 'import', 'bank', 'example')),
  fingerprint text,
  import_id uuid references finance_investment_imports (id) on delete set null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index finance_activities_list on finance_activities (workspace_id, ledger_id, day desc, id desc)
  where deleted_at is null;
create index finance_activities_account on finance_activities (workspace_id, account_id, security_id, day, id)
  where deleted_at is null;
create index finance_activities_security on finance_activities (security_id);
create unique index finance_activities_fingerprint on finance_activities (workspace_id, account_id, fingerprint)
  where fingerprint is not null;
create index finance_activities_import on finance_activities (import_id) where import_id is not null;
-- The few splits among the activities of a ledger: they concern every account that holds the security
-- (finance/server/investments/splits.ts).
create index finance_activities_splits on finance_activities (workspace_id, ledger_id) where kind = 'split'
  and deleted_at is null;
select build_wall('finance_activities');
alter table finance_transfers add foreign key (activity_id) references finance_activities (id) on delete cascade;

-- How a ledger looks at its investments: benchmark, risk-free rate, what its mix is meant to be.
create table finance_investment_settings (
  ledger_id uuid primary key references finance_ledgers (id) on delete cascade,
  workspace_id uuid not null,
  version integer not null default 1,
  benchmark_id uuid references finance_securities (id) on delete set null,
  -- A year, in percent.
  risk_free_percent numeric not null default 0,
  -- { dimension: { group: fraction } }
  targets jsonb not null default '{}',
  updated_at timestamptz(3) not null default now()
);
select build_wall('finance_investment_settings');

-- Terms of a loan or card. What is owed is the balance of its ledger account.
create table finance_liabilities (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  version integer not null default 1,
  kind text not null check (kind in ('card', 'mortgage', 'car', 'student', 'personal', 'business', 'other')),
  lender text not null default '',
  -- Nominal, a year, in percent; of a card the rate of purchases.
  rate_percent numeric not null check (rate_percent >= 0),
  -- Terms of a loan; absent for a card.
  principal numeric,
  started_on date,
  payments integer,
  frequency text check (frequency in ('weekly', 'biweekly', 'monthly', 'quarterly', 'annual')),
  repayment jsonb,
  compounding text check (compounding in ('periodic', 'semiAnnual', 'actual365', 'actual360')),
  rate_changes jsonb not null default '[]',
  extras jsonb not null default '[]',
  extra_effect text not null default 'shorten' check (extra_effect in ('shorten', 'recast')),
  payment_override numeric,
  -- Terms of a card.
  credit_limit numeric,
  minimum_percent numeric,
  minimum_amount numeric,
  due_day integer check (due_day between 1 and 31),
  -- Rates of a card besides that of purchases, and what a bank's service tells beyond these columns.
  details jsonb not null default '{}',
  -- Days before a due date on which people are told; empty: never.
  remind_days integer[] not null default '{7,1}',
  external_id text not null default '',
  notes text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  check (kind = 'card' or (principal > 0 and started_on is not null and payments > 0 and frequency is not null
    and repayment is not null and compounding is not null))
);
create index finance_liabilities_ledger on finance_liabilities (workspace_id, ledger_id, created_at, id);
create unique index finance_liabilities_account on finance_liabilities (workspace_id, account_id)
  where deleted_at is null;
select build_wall('finance_liabilities');

-- Due dates that people were told of.
create table finance_liability_reminders (
  workspace_id uuid not null,
  liability_id uuid not null references finance_liabilities (id) on delete cascade,
  due_on date not null,
  days_before integer not null,
  primary key (liability_id, due_on, days_before)
);
select build_wall('finance_liability_reminders');
