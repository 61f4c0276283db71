-- Connections to banks through a provider.
create table bank_connections (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  provider text not null check (provider in ('sandbox', 'plaid')),
  -- As the provider names it: Plaid's item_id.
  external_id text not null,
  institution_name text not null,
  -- What opens the bank's data; sealed, and empty once the connection was removed.
  sealed_token text not null,
  -- Where the next sync of transactions goes on.
  cursor text,
  state text not null default 'active' check (state in ('active', 'login_required', 'failed', 'removed')),
  problem text not null default '',
  last_synced_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- When people were notified that the connection stopped; null after the next sync.
  told_stopped_at timestamptz(3)
);
create unique index bank_connections_external on bank_connections (workspace_id, provider, external_id);
-- Found by webhooks, which know no workspace.
create index bank_connections_item on bank_connections (provider, external_id);
create index bank_connections_ledger on bank_connections (workspace_id, ledger_id);
create index bank_connections_stopped on bank_connections (id) where state in ('login_required', 'failed')
  and told_stopped_at is null;
select build_wall('bank_connections');

create table bank_accounts (
  id uuid primary key,
  workspace_id uuid not null,
  connection_id uuid not null references bank_connections (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  external_id text not null,
  name text not null,
  official_name text not null default '',
  mask text not null default '',
  type text not null check (type in ('depository', 'credit', 'loan', 'investment', 'other')),
  subtype text not null default '',
  currency text not null,
  -- As the bank tells them: what is owed on a card or a loan is positive.
  current numeric,
  available numeric,
  credit_limit numeric,
  -- What a bank tells of a loan or a card, in the provider's words (rates, due dates, minimum payment); null for
  -- others.
  liability jsonb,
  told_at timestamptz(3) not null default now(),
  -- The account was there before a bank fed it: its opening balance stays, and what files or an earlier connection
  -- brought is not brought again.
  is_older boolean not null default false,
  -- Transactions before this instant came from elsewhere.
  linked_at timestamptz(3) not null default now()
);
create unique index bank_accounts_external on bank_accounts (workspace_id, connection_id, external_id);
create index bank_accounts_account on bank_accounts (workspace_id, account_id);
select build_wall('bank_accounts');

-- Holdings as the bank tells them; what the ledger makes of them follows from activities.
create table bank_holdings (
  workspace_id uuid not null,
  connection_id uuid not null references bank_connections (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  security_id uuid not null references finance_securities (id) on delete cascade,
  quantity numeric not null,
  price numeric not null,
  value numeric not null,
  cost_basis numeric,
  currency text not null,
  told_at timestamptz(3) not null default now(),
  primary key (connection_id, account_id, security_id)
);
create index bank_holdings_account on bank_holdings (workspace_id, account_id);
select build_wall('bank_holdings');

create table bank_syncs (
  id uuid primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('all', 'investments')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  started_by uuid not null,
  counts jsonb not null default '{}',
  problems jsonb not null default '[]',
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
-- A sync that runs keeps a second one of the same person out.
create unique index bank_syncs_running on bank_syncs (workspace_id, started_by) where state = 'running';
create index bank_syncs_latest on bank_syncs (workspace_id, started_by, started_at desc);
select build_wall('bank_syncs');

-- What banks tell of days in a closed period: kept aside until somebody opens the period again, or says to leave it
-- out.
create table bank_held_changes (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  -- The bank's id of the transaction.
  external_id text not null,
  kind text not null check (kind in ('add', 'change', 'remove')),
  -- The earliest day whose figures it would change.
  day date not null,
  -- The transaction as the bank tells it; null where it is taken back.
  line jsonb,
  -- The one of the ledger that would change.
  transaction_id uuid references finance_transactions (id) on delete cascade,
  -- The account was the ledger's before the bank told of it: see FedAccount.
  is_older boolean not null default false,
  -- Its amount is a part of the balance that the account was opened with.
  in_opening boolean not null default false,
  left_out_at timestamptz(3),
  told_at timestamptz(3) not null default now()
);
create unique index bank_held_changes_external on bank_held_changes (workspace_id, account_id, external_id);
create index bank_held_changes_ledger on bank_held_changes (workspace_id, ledger_id, day, id) where left_out_at is null;
create index bank_held_changes_transaction on bank_held_changes (transaction_id) where transaction_id is not null;
select build_wall('bank_held_changes');
