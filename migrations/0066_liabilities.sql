-- Liabilities: the terms of a loan or card. What is owed is the balance of its ledger account, never a figure of its own.
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
  check (kind = 'card' or (principal > 0 and started_on is not null and payments > 0 and frequency is not null and repayment is not null and compounding is not null))
);
--> statement-breakpoint
create index finance_liabilities_ledger on finance_liabilities (workspace_id, ledger_id, created_at, id);
--> statement-breakpoint
create unique index finance_liabilities_account on finance_liabilities (workspace_id, account_id) where deleted_at is null;
--> statement-breakpoint
-- Due dates that people were told of.
create table finance_liability_reminders (
  workspace_id uuid not null,
  liability_id uuid not null references finance_liabilities (id) on delete cascade,
  due_on date not null,
  days_before integer not null,
  primary key (liability_id, due_on, days_before)
);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['finance_liabilities', 'finance_liability_reminders']) as walled;
