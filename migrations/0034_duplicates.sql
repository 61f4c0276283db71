-- Pairs of records that may be the same, with why. Of two of one kind a is the one with the smaller id; of a lead and a
-- contact a is the lead.
create table duplicate_pairs (
  id uuid primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'lead_contact')),
  a_id uuid not null,
  b_id uuid not null,
  score integer not null check (score between 0 and 100),
  reasons jsonb not null,
  -- dismissed: somebody said that they are two; never proposed again.
  state text not null default 'open' check (state in ('open', 'dismissed')),
  -- The run that saw it last; null: a single change brought it up.
  run_id uuid,
  found_at timestamptz(3) not null default now(),
  decided_by uuid,
  decided_at timestamptz(3),
  unique (workspace_id, kind, a_id, b_id)
);
--> statement-breakpoint
create index duplicate_pairs_queue on duplicate_pairs (workspace_id, state, score desc, id);
--> statement-breakpoint
create index duplicate_pairs_of_a on duplicate_pairs (workspace_id, a_id);
--> statement-breakpoint
create index duplicate_pairs_of_b on duplicate_pairs (workspace_id, b_id);
--> statement-breakpoint
-- The last search through the whole base of each workspace.
create table duplicate_runs (
  id uuid primary key,
  workspace_id uuid not null unique,
  state text not null check (state in ('running', 'done', 'failed')),
  -- Percent.
  progress integer not null default 0,
  records integer not null default 0,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
--> statement-breakpoint
select build_wall('duplicate_pairs'), build_wall('duplicate_runs');
