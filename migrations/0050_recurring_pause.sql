-- Administrators can let recurring work rest. `run_once` runs it all the same, as somebody asked for.
alter table recurring_jobs add column paused boolean not null default false, add column run_once boolean not null default false;
--> statement-breakpoint
-- The page of administrators shows the jobs of all workspaces, newest first, by state.
create index jobs_by_state on jobs (state, id desc);
