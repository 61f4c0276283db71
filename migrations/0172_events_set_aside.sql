-- Events that a subscriber failed on are tried again beside the others. What stands here from before was given up.
alter table event_failures add column tries integer not null default 8;
--> statement-breakpoint
-- Null: it rests until an administrator decides.
alter table event_failures add column retry_at timestamptz(3);
--> statement-breakpoint
create index event_failures_due on event_failures (subscriber, retry_at) where retry_at is not null;
--> statement-breakpoint
create index event_failures_event on event_failures (event_id);
