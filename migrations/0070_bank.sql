-- Bank data: connections to banks through a provider, what the provider tells of accounts, and the syncs that were run.
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
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create unique index bank_connections_external on bank_connections (workspace_id, provider, external_id);
--> statement-breakpoint
-- Found by webhooks, which know no workspace.
create index bank_connections_item on bank_connections (provider, external_id);
--> statement-breakpoint
create index bank_connections_ledger on bank_connections (workspace_id, ledger_id);
--> statement-breakpoint
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
  -- What a bank tells of a loan or a card, in the provider's words (rates, due dates, minimum payment); null for others.
  liability jsonb,
  told_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create unique index bank_accounts_external on bank_accounts (workspace_id, connection_id, external_id);
--> statement-breakpoint
create index bank_accounts_account on bank_accounts (workspace_id, account_id);
--> statement-breakpoint
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
--> statement-breakpoint
create index bank_holdings_account on bank_holdings (workspace_id, account_id);
--> statement-breakpoint
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
--> statement-breakpoint
-- A sync that runs keeps a second one of the same person out.
create unique index bank_syncs_running on bank_syncs (workspace_id, started_by) where state = 'running';
--> statement-breakpoint
create index bank_syncs_latest on bank_syncs (workspace_id, started_by, started_at desc);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['bank_connections', 'bank_accounts', 'bank_holdings', 'bank_syncs']) as walled;
