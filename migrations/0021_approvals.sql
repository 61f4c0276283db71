-- What waits for a person's yes, and what was decided. One row is one act; `version` and `state` together see to it that
-- it is decided on once and runs once.
create table approvals (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  kind text not null,
  tab text not null check (tab in ('incoming', 'outgoing')),
  title text not null,
  why text not null default '',
  content jsonb not null,
  -- As it was asked for; null while nobody changed it.
  original jsonb,
  state text not null default 'pending'
    check (state in ('pending', 'approved', 'running', 'done', 'failed', 'uncertain', 'rejected', 'expired', 'undone')),
  origin jsonb,
  subject_type text,
  subject_id text,
  -- Names the occasion: asked for again under the same key it is the same request.
  dedupe_key text,
  requested_by uuid,
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  snoozed_until timestamptz(3),
  decided_by uuid,
  decided_at timestamptz(3),
  rule_id uuid,
  reason text not null default '',
  attempts integer not null default 0,
  error text,
  result jsonb,
  undo_until timestamptz(3)
);
--> statement-breakpoint
create index approvals_waiting on approvals (workspace_id, tab, requested_at, id) where state = 'pending';
--> statement-breakpoint
create index approvals_decided on approvals (workspace_id, tab, decided_at desc, id desc) where state <> 'pending';
--> statement-breakpoint
create index approvals_kind on approvals (workspace_id, kind, requested_at desc);
--> statement-breakpoint
create index approvals_due on approvals (least(expires_at, snoozed_until)) where state = 'pending';
--> statement-breakpoint
create unique index approvals_dedupe on approvals (workspace_id, kind, dedupe_key) where dedupe_key is not null;
--> statement-breakpoint
select build_wall('approvals');
--> statement-breakpoint
create table approval_rules (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  kind text not null,
  filter jsonb not null,
  daily_limit integer,
  active boolean not null default true,
  approved bigint not null default 0,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index approval_rules_kind on approval_rules (workspace_id, kind);
--> statement-breakpoint
select build_wall('approval_rules');
