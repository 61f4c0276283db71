-- The forecast reads what is open from the index alone: its own category belongs in there too.
drop index opportunities_open;
--> statement-breakpoint
create index opportunities_open on opportunities (workspace_id, pipeline_id, stage_id) include (currency, amount, probability, expected_close, owner_id, forecast) where state = 'open' and deleted_at is null;
