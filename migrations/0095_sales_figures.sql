-- Reports on what was closed or created in a span read one index alone.
drop index opportunities_closed;
--> statement-breakpoint
create index opportunities_closed on opportunities (workspace_id, closed_at, id) include (pipeline_id, stage_id, state, currency, amount, owner_id, source, close_reason_id, created_at)
  where closed_at is not null and deleted_at is null;
--> statement-breakpoint
drop index opportunities_by_created;
--> statement-breakpoint
create index opportunities_by_created on opportunities (workspace_id, created_at, id) include (pipeline_id, state, currency, amount, owner_id, source, closed_at) where deleted_at is null;
