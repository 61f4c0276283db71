-- What a business may be worth: the inputs of every version stay, so that any two can be held side by side.
create table finance_valuations (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  notes text not null default '',
  inputs jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
--> statement-breakpoint
create index finance_valuations_ledger on finance_valuations (workspace_id, ledger_id, created_at, id);
--> statement-breakpoint
create table finance_valuation_versions (
  workspace_id uuid not null,
  valuation_id uuid not null references finance_valuations (id) on delete cascade,
  version integer not null,
  name text not null,
  notes text not null default '',
  inputs jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (valuation_id, version)
);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['finance_valuations', 'finance_valuation_versions']) as walled;
