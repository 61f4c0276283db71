-- Which open opportunities are stuck, without looking at them: since when they are in their stage, and what was last done.
drop index opportunities_open;
--> statement-breakpoint
create index opportunities_open on opportunities (workspace_id, pipeline_id, stage_id)
  include (currency, amount, probability, expected_close, owner_id, forecast, stage_entered_at, last_activity_at, id) where state = 'open' and deleted_at is null;
