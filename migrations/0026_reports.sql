-- Reports that people keep, when they go out by mail, and what the forecast said on past days.
create table saved_reports (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  report text not null,
  -- The question: a period relative to the day it is asked, and what narrows it.
  question jsonb not null,
  shared boolean not null default false,
  owner_id uuid not null,
  -- When it goes out by mail: { every, day, hour, recipients }; null: never.
  schedule jsonb,
  next_at timestamptz(3),
  last_sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index saved_reports_workspace on saved_reports (workspace_id, id);
--> statement-breakpoint
create index saved_reports_due on saved_reports (next_at) where next_at is not null;
--> statement-breakpoint
-- What a month was expected to bring, as it looked on a day: one row a day, month and pipeline. Amounts are in `currency`.
create table forecast_snapshots (
  workspace_id uuid not null,
  taken_on date not null,
  -- First day of the month that is forecast.
  month date not null,
  pipeline_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  won numeric(19,4) not null,
  open numeric(19,4) not null,
  weighted numeric(19,4) not null,
  primary key (workspace_id, month, taken_on, pipeline_id)
);
--> statement-breakpoint
select build_wall('saved_reports'), build_wall('forecast_snapshots');
