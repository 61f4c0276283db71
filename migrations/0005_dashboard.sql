-- What the dashboard asks at every visit: what was done lately, what is due, what is about to close, what was won.
create index activities_done on activities (workspace_id, done_at desc, id) where done_at is not null and deleted_at is null;
--> statement-breakpoint
create index activities_due on activities (workspace_id, owner_id, due_at) where done_at is null and due_at is not null and deleted_at is null;
--> statement-breakpoint
create index opportunities_of_stage on opportunities (workspace_id, stage_id) include (currency, amount, probability) where deleted_at is null;
--> statement-breakpoint
create index opportunities_closing on opportunities (workspace_id, expected_close, id) where deleted_at is null and expected_close is not null;
--> statement-breakpoint
create index leads_open on leads (workspace_id, created_at) where deleted_at is null and status in ('new', 'working', 'qualified');
