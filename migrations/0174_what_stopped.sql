-- People are told once that a bank connection has stopped, until it has synced again.
alter table bank_connections add column told_stopped_at timestamptz(3);
--> statement-breakpoint
-- Those that want something now are told of now: up to here nobody was.
create index bank_connections_stopped on bank_connections (id) where state in ('login_required', 'failed') and told_stopped_at is null;
--> statement-breakpoint
-- Why what comes again was paused by itself; blank where a person did it.
alter table finance_document_schedules add column problem text not null default '';
