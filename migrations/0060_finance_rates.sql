-- Day rates of finance: from this day on one unit of `from_currency` is worth `rate` units of `to_currency`.
create table finance_rates (
  id uuid primary key,
  workspace_id uuid not null,
  from_currency text not null check (from_currency ~ '^[A-Z]{3}$'),
  to_currency text not null check (to_currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric not null check (rate > 0),
  -- Where it comes from, in the words of whoever brought it: a bank, a file.
  source text not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  check (from_currency <> to_currency)
);
--> statement-breakpoint
create unique index finance_rates_day on finance_rates (workspace_id, from_currency, to_currency, day);
--> statement-breakpoint
create index finance_rates_latest on finance_rates (workspace_id, day desc, id desc);
--> statement-breakpoint
select build_wall('finance_rates');
