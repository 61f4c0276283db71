-- Books of a business: a chart of accounts and a journal of entries that always balance. Bank transactions are posted
-- by triggers, in the transaction of the change.
create table finance_books (
  ledger_id uuid primary key references finance_ledgers (id) on delete cascade,
  workspace_id uuid not null,
  version integer not null default 1,
  -- Decimals of the ledger's currency.
  digits integer not null check (digits between 0 and 4),
  -- Month in which the business year begins.
  year_starts_in integer not null default 1 check (year_starts_in between 1 and 12),
  created_at timestamptz(3) not null default now(),
  -- Pattern of invoice numbers: `{YYYY}`, `{YY}`, `{MM}` and one counter, `{####}` (engine/invoices/numbering.ts).
  invoice_pattern text not null default 'INV-{YYYY}-{####}',
  terms_days integer not null default 30 check (terms_days between 0 and 365),
  -- Address and tax number of the sender, and how to pay; printed on every invoice.
  sender text not null default '',
  payment_details text not null default '',
  tax_percent numeric not null default 0 check (tax_percent between 0 and 100),
  discount_when text not null default 'beforeTax' check (discount_when in ('beforeTax', 'afterTax')),
  -- Whether tax paid on purchases comes back; otherwise it belongs to what was bought.
  recover_tax boolean not null default true,
  remind boolean not null default false,
  -- Days after the due day on which a customer is reminded.
  remind_days integer[] not null default '{3,14,30}'
);
select build_wall('finance_books');

create table finance_book_accounts (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  code text collate "C" not null check (code ~ '^[0-9]{3,8}$'),
  name text not null,
  -- engine/ledger/accounts.ts says what each is, and its type.
  role text not null check (role in ('cash', 'receivable', 'inventory', 'currentAsset', 'investment', 'fixedAsset',
    'accumulatedDepreciation', 'otherAsset', 'payable', 'card', 'taxPayable', 'currentLiability', 'loan',
    'longTermLiability', 'capital', 'drawings', 'retainedEarnings', 'revenue', 'otherIncome', 'costOfSales',
    'operatingExpense', 'depreciation', 'interest', 'incomeTax', 'otherExpense')),
  -- What the product itself posts to: found by this name, whatever the account is called.
  system text,
  -- The bank account, card or loan that it stands for.
  account_id uuid references finance_accounts (id) on delete set null,
  archived_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index finance_book_accounts_code on finance_book_accounts (workspace_id, ledger_id, code);
create unique index finance_book_accounts_system on finance_book_accounts (workspace_id, ledger_id, system)
  where system is not null;
create unique index finance_book_accounts_account on finance_book_accounts (workspace_id, account_id)
  where account_id is not null;
select build_wall('finance_book_accounts');
alter table finance_categories add foreign key (book_account_id) references finance_book_accounts (id) on delete
  set null;

create table finance_book_entries (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  day date not null,
  memo text not null default '',
  kind text not null default 'entry' check (kind in ('entry', 'closing')),
  -- What it was made from: `manual`, `transaction`, `opening`, `invoice`, `bill`, `payment`, …
  source text not null,
  source_id uuid,
  reverses uuid references finance_book_entries (id),
  reversed_by uuid references finance_book_entries (id),
  -- Of the currency of its source into the ledger's, where they differ.
  rate numeric,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create index finance_book_entries_list on finance_book_entries (workspace_id, ledger_id, day desc, id desc);
-- Nothing is posted twice from one source, unless it was reversed meanwhile.
create unique index finance_book_entries_source on finance_book_entries (workspace_id, source, source_id)
  where source_id is not null and reverses is null and reversed_by is null;
create unique index finance_book_entries_reverses on finance_book_entries (reverses) where reverses is not null;
create index finance_book_entries_reversed_by on finance_book_entries (reversed_by) where reversed_by is not null;
select build_wall('finance_book_entries');
create trigger finance_book_entries_guard before insert or update or delete on finance_book_entries for each row
  execute function finance_guard_entries();

create table finance_book_lines (
  workspace_id uuid not null,
  ledger_id uuid not null,
  entry_id uuid not null references finance_book_entries (id) on delete cascade,
  position integer not null,
  account_id uuid not null references finance_book_accounts (id),
  -- In the ledger's currency: debits positive, credits negative.
  amount numeric not null check (amount <> 0),
  memo text not null default '',
  foreign_amount numeric,
  foreign_currency text,
  -- Of the entry: sums are read from an index alone.
  day date not null,
  closing boolean not null default false,
  primary key (entry_id, position)
);
create index finance_book_lines_sums on finance_book_lines (workspace_id, ledger_id, day)
  include (account_id, amount, closing);
create index finance_book_lines_account on finance_book_lines (workspace_id, account_id, day desc, entry_id desc)
  include (amount);
select build_wall('finance_book_lines');
create constraint trigger finance_book_lines_balance after insert or update or delete
  on finance_book_lines deferrable initially deferred for each row execute function finance_require_balance();

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
  role text not null default 'standing' check (role in ('standing', 'once', 'back')),
  primary key (account_id, month)
);
create index finance_book_budgets_ledger on finance_book_budgets (workspace_id, ledger_id, month);
select build_wall('finance_book_budgets');

-- Payments of customers and to suppliers, and the bank transactions that they are.
create table finance_payments (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  document_id uuid,
  -- The bank's line that it is; without one it was entered by hand, with an entry of its own.
  transaction_id uuid references finance_transactions (id) on delete cascade,
  entry_id uuid references finance_book_entries (id),
  -- Receivable or payable.
  account_id uuid not null references finance_book_accounts (id),
  direction text not null check (direction in ('in', 'out')),
  day date not null,
  -- In the document's currency, and what of the receivable it settles in the ledger's.
  amount numeric not null check (amount > 0),
  book_amount numeric not null check (book_amount >= 0),
  note text not null default '',
  removed_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  -- The paying back of a person that a bank's line is.
  reimbursement_id uuid,
  -- The day from which a payment that was taken back does not count: its own, or the first after the closed ones.
  removed_on date,
  -- Number of a credit note, in a series of its own or the supplier's; null for a payment. A credit note lowers what is
  -- due as a payment does, and takes back income or cost and tax instead of moving money.
  credit_number text,
  credit_reason text not null default '',
  -- One credit put against one document: two rows, one on each, that come and go together.
  application_id uuid,
  against_id uuid,
  constraint finance_payments_of_one check (document_id is null or reimbursement_id is null)
);
create index finance_payments_transaction on finance_payments (transaction_id) where removed_at is null;
create index finance_payments_reimbursement on finance_payments (reimbursement_id) where reimbursement_id is not null;
create index finance_payments_document on finance_payments (workspace_id, document_id)
  include (day, amount, book_amount, removed_at);
create index finance_payments_day on finance_payments (workspace_id, ledger_id, day) where document_id is not null;
create index finance_payments_removed on finance_payments (workspace_id, ledger_id, removed_on)
  where document_id is not null and removed_on is not null;
create unique index finance_payments_credit on finance_payments (workspace_id, ledger_id, credit_number)
  where credit_number is not null and direction = 'in';
create index finance_payments_application on finance_payments (application_id) where application_id is not null;
create index finance_payments_against on finance_payments (against_id) where against_id is not null;
select build_wall('finance_payments');
create trigger finance_payments_added after insert on finance_payments referencing new table as new_rows
  for each statement execute function finance_payments_settle();
create trigger finance_payments_changed after update on finance_payments referencing old table as old_rows new table
  as new_rows for each statement execute function finance_payments_settle();
create trigger finance_payments_gone after delete on finance_payments referencing old table as old_rows
  for each statement execute function finance_payments_settle();

create table finance_document_schedules (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  kind text not null check (kind in ('invoice', 'bill')),
  name text not null,
  -- What each is made from: a document without its days.
  template jsonb not null,
  frequency text not null check (frequency in ('weekly', 'monthly', 'quarterly', 'yearly')),
  -- The first falls on it, and all others follow from it.
  start_day date not null,
  next_day date,
  until date,
  -- Whether each is issued and mailed, or waits as a draft.
  send boolean not null default false,
  paused boolean not null default false,
  deleted_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Why the schedule paused by itself; blank where a person paused it.
  problem text not null default ''
);
create index finance_document_schedules_ledger
  on finance_document_schedules (workspace_id, ledger_id, kind, created_at, id) where deleted_at is null;
create index finance_document_schedules_due on finance_document_schedules (next_day) where deleted_at is null
  and not paused and next_day is not null;
select build_wall('finance_document_schedules');

create table finance_documents (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  kind text not null check (kind in ('invoice', 'bill')),
  state text not null default 'draft' check (state in ('draft', 'open', 'void')),
  -- Of an invoice given when it is issued; of a bill the supplier's.
  number text not null default '',
  reference text not null default '',
  party_kind text check (party_kind in ('contact', 'company')),
  party_id uuid,
  party_name text not null,
  party_email text not null default '',
  party_address text not null default '',
  -- Folded: documents of one who is in no list of contacts belong together, too.
  party_key text collate "C" not null,
  day date not null,
  due_day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  lines jsonb not null,
  discount jsonb,
  discount_when text not null check (discount_when in ('beforeTax', 'afterTax')),
  note text not null default '',
  subtotal numeric not null,
  discount_total numeric not null,
  tax numeric not null,
  total numeric not null check (total >= 0),
  -- At the rate of its day, once it is issued.
  rate numeric,
  book_total numeric,
  entry_id uuid references finance_book_entries (id),
  issued_at timestamptz(3),
  sent_at timestamptz(3),
  sent_to text not null default '',
  -- Whether a mail server took it, or it was kept here.
  sent_how text check (sent_how in ('queued', 'handed_over', 'kept', 'failed')),
  voided_on date,
  void_reason text not null default '',
  schedule_id uuid references finance_document_schedules (id) on delete set null,
  scheduled_for date,
  search_text text collate "C" not null default '',
  deleted_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- What is paid, in the document's currency and in the ledger's, kept here so that an index finds what is owed. A
  -- payment by a bank transaction counts while that is there and booked.
  paid numeric not null default 0,
  book_paid numeric not null default 0,
  -- A credit note of its own, put against other documents or paid back. It is a document with its signs turned.
  credit boolean not null default false,
  -- The invoice or bill that it takes back, where it is of one.
  credits_id uuid references finance_documents (id) on delete set null,
  check (state = 'draft' or (entry_id is not null and rate is not null and book_total is not null))
);
create index finance_documents_list on finance_documents (workspace_id, ledger_id, kind, day desc, id desc)
  where deleted_at is null;
create unique index finance_documents_number on finance_documents (workspace_id, ledger_id, number)
  where kind = 'invoice' and number <> '';
-- However often the clock comes by, one day of a schedule makes one document.
create unique index finance_documents_scheduled on finance_documents (schedule_id, scheduled_for)
  where schedule_id is not null;
create index finance_documents_owed on finance_documents (workspace_id, ledger_id, kind, due_day, id)
  where deleted_at is null and state = 'open' and (total <> paid or book_total <> book_paid);
-- How things stood on a day that is past: what was voided or paid since.
create index finance_documents_voided on finance_documents (workspace_id, ledger_id, voided_on) where state = 'void';
create index finance_documents_drafts on finance_documents (workspace_id, ledger_id, kind) where deleted_at is null
  and state = 'draft';
create index finance_documents_credits on finance_documents (credits_id) where credits_id is not null;
select build_wall('finance_documents');
alter table finance_payments add constraint finance_payments_document foreign key (document_id) references finance_documents (id) on delete cascade;
alter table finance_payments add foreign key (against_id) references finance_documents (id) on delete cascade;

create table finance_document_series (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  series text collate "C" not null,
  counter integer not null,
  primary key (ledger_id, series)
);
select build_wall('finance_document_series');

create table finance_document_reminders (
  workspace_id uuid not null,
  document_id uuid not null references finance_documents (id) on delete cascade,
  days_after integer not null,
  sent_at timestamptz(3) not null default now(),
  sent_to text not null,
  primary key (document_id, days_after)
);
select build_wall('finance_document_reminders');
