-- What banks tell of days in a closed period: kept aside until somebody opens the period again, or says to leave it out.
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
--> statement-breakpoint
create unique index bank_held_changes_external on bank_held_changes (workspace_id, account_id, external_id);
--> statement-breakpoint
create index bank_held_changes_ledger on bank_held_changes (workspace_id, ledger_id, day, id) where left_out_at is null;
--> statement-breakpoint
create index bank_held_changes_transaction on bank_held_changes (transaction_id) where transaction_id is not null;
--> statement-breakpoint
select build_wall('bank_held_changes');
