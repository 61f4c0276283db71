-- Receipts with the text that was read from them.
create table expense_receipts (
  id uuid primary key,
  workspace_id uuid not null,
  -- Whose it is: besides them only those who look after the workspace see it.
  user_id uuid not null,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
  size bigint not null,
  storage_key text not null,
  sha256 text not null,
  state text not null default 'queued' check (state in ('queued', 'reading', 'read', 'failed', 'cancelled')),
  job_id uuid,
  text text not null default '',
  -- What was made of the text: proposed, never applied by itself.
  proposal jsonb,
  error text,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  -- Merchant, day, currency, and total: equal ones are one receipt photographed twice.
  read_as text generated always as ( lower(regexp_replace(proposal -> 'merchant' ->> 'value', '[^[:alnum:]]+', '', 'g'))
    || ' ' || (proposal -> 'day' ->> 'value') || ' ' || coalesce(proposal -> 'currency' ->> 'value', '') || ' '
    || (proposal -> 'total' ->> 'value') ) stored,
  -- Whose they are looked at both, and keeps both.
  kept_at timestamptz(3)
);
create index expense_receipts_user on expense_receipts (workspace_id, user_id, created_at desc, id desc);
create index expense_receipts_content on expense_receipts (workspace_id, user_id, sha256);
create index expense_receipts_read_as on expense_receipts (workspace_id, user_id, read_as) where read_as is not null;
select build_wall('expense_receipts');

create table expense_reimbursements (
  id uuid primary key,
  workspace_id uuid not null,
  -- To whom.
  user_id uuid not null,
  version integer not null default 1,
  amount numeric not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  method text not null check (method in ('bank_transfer', 'payroll', 'cash', 'other')),
  note text not null default '',
  -- The bank transaction by which it left.
  transaction_id uuid references finance_transactions (id) on delete set null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  undone_at timestamptz(3)
);
create index expense_reimbursements_list on expense_reimbursements (workspace_id, day desc, id desc);
create index expense_reimbursements_transaction on expense_reimbursements (transaction_id)
  where transaction_id is not null;
select build_wall('expense_reimbursements');
alter table finance_payments add foreign key (reimbursement_id) references expense_reimbursements (id)
  on delete cascade;

create table expenses (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null,
  version integer not null default 1,
  kind text not null check (kind in ('purchase', 'mileage', 'per_diem')),
  merchant text not null,
  day date not null,
  amount numeric not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  tax numeric,
  -- In the workspace's currency, by the rate of the day; null until there is one.
  base_amount numeric,
  base_currency text not null,
  rate numeric,
  category text not null,
  -- The report or trip that it belongs to.
  report text not null default '',
  client text not null default '',
  billable boolean not null default false,
  paid_with text not null check (paid_with in ('own', 'company_card')),
  card_last4 text not null default '',
  notes text not null default '',
  -- Mileage: how far, in which unit, by which table. Per diem: how many days.
  distance numeric,
  unit text check (unit in ('mi', 'km')),
  days numeric,
  unit_rate numeric,
  rate_source text not null default '',
  receipt_id uuid references expense_receipts (id) on delete set null,
  transaction_id uuid references finance_transactions (id) on delete set null,
  state text not null default 'draft' check (state in ('draft', 'submitted', 'approved', 'returned', 'rejected',
    'reimbursed')),
  -- What the policy said when it was last saved or submitted.
  violations jsonb not null default '[]',
  submitted_at timestamptz(3),
  -- The request in the approval queue that decides on it, or did.
  approval_id uuid,
  first_approved_by uuid,
  decided_at timestamptz(3),
  decided_by uuid,
  reason text not null default '',
  reimbursement_id uuid references expense_reimbursements (id) on delete set null,
  search_text text collate "C" not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index expenses_list on expenses (workspace_id, day desc, id desc) where deleted_at is null;
create index expenses_user on expenses (workspace_id, user_id, day desc, id desc) where deleted_at is null;
create index expenses_state on expenses (workspace_id, state, day desc, id desc) where deleted_at is null;
create unique index expenses_receipt on expenses (workspace_id, receipt_id) where receipt_id is not null
  and deleted_at is null;
create index expenses_receipt_of on expenses (receipt_id) where receipt_id is not null;
create index expenses_transaction on expenses (transaction_id) where transaction_id is not null;
create index expenses_reimbursement on expenses (reimbursement_id) where reimbursement_id is not null;
select build_wall('expenses');

create table expense_policies (
  workspace_id uuid primary key,
  version integer not null default 1,
  definition jsonb not null,
  updated_by uuid,
  updated_at timestamptz(3) not null default now(),
  -- The business ledger that approved expenses are posted to.
  ledger_id uuid references finance_ledgers (id) on delete set null
);
create index expense_policies_ledger on expense_policies (ledger_id) where ledger_id is not null;
select build_wall('expense_policies');

-- Who looks after a vendor, and until when it can be canceled.
create table finance_vendors (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  -- How the vendor reads in the bank's lines (engine/transactions/merchant.ts).
  merchant text not null,
  owner_id uuid,
  -- The last day on which it can be canceled before it renews, and how many days before people are told.
  cancel_by date,
  remind_days integer not null default 7 check (remind_days between 0 and 90),
  reminded_for date,
  notes text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index finance_vendors_merchant on finance_vendors (workspace_id, ledger_id, merchant);
create index finance_vendors_cancel on finance_vendors (id) where cancel_by is not null;
select build_wall('finance_vendors');

create table finance_anomaly_dismissals (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  key text not null,
  dismissed_by uuid,
  dismissed_at timestamptz(3) not null default now(),
  primary key (ledger_id, key)
);
select build_wall('finance_anomaly_dismissals');
