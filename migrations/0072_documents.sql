-- Invoices and bills of a business: numbered without gaps, posted when they are issued, settled by payments.
alter table finance_books
  -- `{YYYY}`, `{YY}`, `{MM}` and one counter, `{####}` (engine/invoices/numbering.ts).
  add column invoice_pattern text not null default 'INV-{YYYY}-{####}',
  add column terms_days integer not null default 30 check (terms_days between 0 and 365),
  -- Address and tax number of the sender, and how to pay; printed on every invoice.
  add column sender text not null default '',
  add column payment_details text not null default '',
  add column tax_percent numeric not null default 0 check (tax_percent between 0 and 100),
  add column discount_when text not null default 'beforeTax' check (discount_when in ('beforeTax', 'afterTax')),
  -- Whether tax paid on purchases comes back; otherwise it belongs to what was bought.
  add column recover_tax boolean not null default true,
  add column remind boolean not null default false,
  -- Days after the due day on which a customer is reminded.
  add column remind_days integer[] not null default '{3,14,30}';
--> statement-breakpoint
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
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index finance_document_schedules_ledger on finance_document_schedules (workspace_id, ledger_id, kind, created_at, id) where deleted_at is null;
--> statement-breakpoint
create index finance_document_schedules_due on finance_document_schedules (next_day) where deleted_at is null and not paused and next_day is not null;
--> statement-breakpoint
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
  check (state = 'draft' or (entry_id is not null and rate is not null and book_total is not null))
);
--> statement-breakpoint
create index finance_documents_list on finance_documents (workspace_id, ledger_id, kind, day desc, id desc) where deleted_at is null;
--> statement-breakpoint
create index finance_documents_open on finance_documents (workspace_id, ledger_id, kind, due_day, id) where deleted_at is null and state = 'open';
--> statement-breakpoint
create unique index finance_documents_number on finance_documents (workspace_id, ledger_id, number) where kind = 'invoice' and number <> '';
--> statement-breakpoint
-- However often the clock comes by, one day of a schedule makes one document.
create unique index finance_documents_scheduled on finance_documents (schedule_id, scheduled_for) where schedule_id is not null;
--> statement-breakpoint
create table finance_document_series (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  series text collate "C" not null,
  counter integer not null,
  primary key (ledger_id, series)
);
--> statement-breakpoint
create table finance_document_reminders (
  workspace_id uuid not null,
  document_id uuid not null references finance_documents (id) on delete cascade,
  days_after integer not null,
  sent_at timestamptz(3) not null default now(),
  sent_to text not null,
  primary key (document_id, days_after)
);
--> statement-breakpoint
alter table finance_payments add constraint finance_payments_document foreign key (document_id) references finance_documents (id) on delete cascade;
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['finance_document_schedules', 'finance_documents', 'finance_document_series', 'finance_document_reminders']) as walled;
