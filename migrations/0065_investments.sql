-- Investments: securities and their prices by day, what happened to holdings (activities), how an account picks lots, targets, imports of CSV.
-- All belong to a ledger: who does not see the ledger sees nothing of what its people hold.
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
  kind text not null check (kind in ('stock', 'etf', 'fund', 'bond', 'crypto', 'commodity', 'option', 'cash', 'property', 'index', 'other')),
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
--> statement-breakpoint
create index finance_securities_ledger on finance_securities (workspace_id, ledger_id, name, id);
--> statement-breakpoint
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
--> statement-breakpoint
create index finance_investment_imports_ledger on finance_investment_imports (workspace_id, ledger_id, created_at desc, id desc);
--> statement-breakpoint
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
--> statement-breakpoint
create index finance_security_prices_import on finance_security_prices (import_id) where import_id is not null;
--> statement-breakpoint
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
--> statement-breakpoint
-- What a ledger account of kind `investment` has besides. `revision` counts the changes of its activities and
-- `changed_security` names what the last one concerned (null: several), so that what was computed of the others stays good.
create table finance_investment_accounts (
  account_id uuid primary key references finance_accounts (id) on delete cascade,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  lot_method text not null default 'fifo' check (lot_method in ('fifo', 'lifo', 'hifo', 'average', 'specific')),
  revision bigint not null default 1,
  changed_security uuid
);
--> statement-breakpoint
create index finance_investment_accounts_ledger on finance_investment_accounts (workspace_id, ledger_id);
--> statement-breakpoint
create table finance_activities (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  version integer not null default 1,
  -- Absent for fees and interest of the account itself.
  security_id uuid references finance_securities (id) on delete restrict,
  day date not null,
  kind text not null check (kind in ('buy', 'sell', 'dividend', 'interest', 'capitalGain', 'fee', 'split', 'transferIn', 'transferOut', 'returnOfCapital', 'spinOff', 'merger', 'worthless')),
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
--> statement-breakpoint
create index finance_activities_list on finance_activities (workspace_id, ledger_id, day desc, id desc) where deleted_at is null;
--> statement-breakpoint
create index finance_activities_account on finance_activities (workspace_id, account_id, security_id, day, id) where deleted_at is null;
--> statement-breakpoint
create index finance_activities_security on finance_activities (security_id);
--> statement-breakpoint
create unique index finance_activities_fingerprint on finance_activities (workspace_id, account_id, fingerprint) where fingerprint is not null;
--> statement-breakpoint
create index finance_activities_import on finance_activities (import_id) where import_id is not null;
--> statement-breakpoint
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
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array[
  'finance_securities', 'finance_investment_imports', 'finance_security_prices', 'finance_price_images', 'finance_investment_accounts', 'finance_activities', 'finance_investment_settings'
]) as walled;
