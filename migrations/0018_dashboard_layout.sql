-- How each person has arranged the dashboard of a workspace: which widgets, in which order, how wide.
create table dashboard_layouts (
  workspace_id uuid not null,
  user_id uuid not null,
  widgets jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
--> statement-breakpoint
-- What is stuck, and what was done by month.
create index opportunities_still_open on opportunities (workspace_id, owner_id) where deleted_at is null and state = 'open';
--> statement-breakpoint
select build_wall('dashboard_layouts');
