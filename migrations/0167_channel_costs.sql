-- What a channel cost over some days: advertisements, a fair, a directory. Leads and deals name their channel as `source`.
create table channel_costs (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  source text not null check (length(source) between 1 and 120),
  -- The days that it was for, both included: a report over some of them counts their share.
  from_day date not null,
  to_day date not null,
  amount numeric(19,4) not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text not null default '' check (length(note) <= 200),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_by uuid,
  updated_at timestamptz(3) not null default now(),
  check (to_day >= from_day and to_day - from_day < 1100)
);
--> statement-breakpoint
create index channel_costs_days on channel_costs (workspace_id, to_day desc, id);
--> statement-breakpoint
select build_wall('channel_costs');
