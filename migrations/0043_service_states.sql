-- How the services of a workspace have been: one row for each time in which one stayed the same.
create table service_states (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  service text not null,
  status text not null check (status in ('active', 'inactive', 'pending', 'warning', 'error')),
  detail text not null,
  started_at timestamptz(3) not null default now(),
  -- Null: it is so now.
  ended_at timestamptz(3)
);
--> statement-breakpoint
create unique index service_states_now on service_states (workspace_id, service) where ended_at is null;
--> statement-breakpoint
create index service_states_troubles on service_states (workspace_id, id) where status in ('warning', 'error');
--> statement-breakpoint
create index service_states_past on service_states (ended_at) where ended_at is not null;
--> statement-breakpoint
select build_wall('service_states');
