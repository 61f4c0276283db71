-- Finance: ledgers and who may see them, accounts, categories, transactions with their parts, rules, imports of bank files.
-- Amounts are numeric, seen from the account: money in is positive, out negative. Balances are never stored.
create table finance_ledgers (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  kind text not null check (kind in ('personal', 'business')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_ledgers_workspace on finance_ledgers (workspace_id, created_at);
--> statement-breakpoint
-- Who sees a ledger: what is not shared with a person does not exist for them, whatever their role in the workspace.
create table finance_ledger_members (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  user_id uuid not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz(3) not null default now(),
  primary key (ledger_id, user_id)
);
--> statement-breakpoint
create index finance_ledger_members_user on finance_ledger_members (workspace_id, user_id);
--> statement-breakpoint
create table finance_accounts (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  kind text not null check (kind in ('checking', 'savings', 'card', 'cash', 'loan', 'investment', 'other')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  institution text not null default '',
  -- As the bank's files name it, to find the account that a statement belongs to.
  number text not null default '',
  opening_balance numeric not null default 0,
  opening_day date,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_accounts_ledger on finance_accounts (workspace_id, ledger_id);
--> statement-breakpoint
create table finance_categories (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  name_key text collate "C" not null,
  kind text not null check (kind in ('income', 'expense')),
  position integer not null default 0,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create unique index finance_categories_name on finance_categories (workspace_id, ledger_id, kind, name_key);
--> statement-breakpoint
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
  state text not null check (state in ('ready', 'queued', 'done', 'failed', 'reverted')),
  options jsonb not null default '{}',
  problems jsonb not null default '[]',
  counts jsonb not null default '{}',
  error text,
  job_id uuid,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
--> statement-breakpoint
create index finance_imports_account on finance_imports (workspace_id, account_id, created_at desc, id desc);
--> statement-breakpoint
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
  deleted_at timestamptz(3)
);
--> statement-breakpoint
create index finance_transactions_list on finance_transactions (workspace_id, ledger_id, day desc, id desc) where deleted_at is null;
--> statement-breakpoint
create index finance_transactions_account on finance_transactions (workspace_id, account_id, day desc, id desc) include (amount) where deleted_at is null;
--> statement-breakpoint
create unique index finance_transactions_fingerprint on finance_transactions (workspace_id, account_id, fingerprint) where fingerprint is not null;
--> statement-breakpoint
create index finance_transactions_bank_id on finance_transactions (workspace_id, account_id, bank_id) where bank_id is not null;
--> statement-breakpoint
create index finance_transactions_import on finance_transactions (import_id) where import_id is not null;
--> statement-breakpoint
create index finance_transactions_category on finance_transactions (category_id) where category_id is not null;
--> statement-breakpoint
create table finance_splits (
  id uuid primary key,
  workspace_id uuid not null,
  transaction_id uuid not null references finance_transactions (id) on delete cascade,
  position integer not null,
  amount numeric not null,
  category_id uuid references finance_categories (id) on delete set null,
  notes text not null default ''
);
--> statement-breakpoint
create index finance_splits_transaction on finance_splits (workspace_id, transaction_id, position);
--> statement-breakpoint
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
--> statement-breakpoint
create index finance_rules_ledger on finance_rules (workspace_id, ledger_id, position, id);
--> statement-breakpoint
-- What an import changed of transactions that were there before: how they were, to put them back.
create table finance_import_images (
  workspace_id uuid not null,
  import_id uuid not null references finance_imports (id) on delete cascade,
  transaction_id uuid not null references finance_transactions (id) on delete cascade,
  image jsonb not null,
  primary key (import_id, transaction_id)
);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array[
  'finance_ledgers', 'finance_ledger_members', 'finance_accounts', 'finance_categories', 'finance_imports', 'finance_transactions', 'finance_splits',
  'finance_rules', 'finance_import_images'
]) as walled;
