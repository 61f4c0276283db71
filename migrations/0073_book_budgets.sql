-- What a business plans by account and month: it stands from its month on, until another amount is planned.
create table finance_book_budgets (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_book_accounts (id) on delete cascade,
  -- The first day of a month.
  month date not null,
  -- As the account normally stands: income and costs both above zero.
  amount numeric not null,
  set_by uuid,
  set_at timestamptz(3) not null default now(),
  primary key (account_id, month)
);
--> statement-breakpoint
create index finance_book_budgets_ledger on finance_book_budgets (workspace_id, ledger_id, month);
--> statement-breakpoint
select build_wall('finance_book_budgets');
