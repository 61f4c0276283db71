-- Operational expenses: who looks after a vendor and until when it can be cancelled; anomalies that somebody has looked at.
create table finance_vendors (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  -- How the vendor reads in the bank's lines (engine/transactions/merchant.ts).
  merchant text not null,
  owner_id uuid,
  -- The last day on which it can be cancelled before it renews, and how many days before people are told.
  cancel_by date,
  remind_days integer not null default 7 check (remind_days between 0 and 90),
  reminded_for date,
  notes text not null default '',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create unique index finance_vendors_merchant on finance_vendors (workspace_id, ledger_id, merchant);
--> statement-breakpoint
create index finance_vendors_cancel on finance_vendors (id) where cancel_by is not null;
--> statement-breakpoint
create table finance_anomaly_dismissals (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  key text not null,
  dismissed_by uuid,
  dismissed_at timestamptz(3) not null default now(),
  primary key (ledger_id, key)
);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['finance_vendors', 'finance_anomaly_dismissals']) as walled;
