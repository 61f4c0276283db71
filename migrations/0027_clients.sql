-- Clients are changed by several administrators: a stale change is refused.
alter table workspaces add column version integer not null default 1;
--> statement-breakpoint
create index workspaces_clients on workspaces (lower(name) collate "C", id) where kind = 'client';
--> statement-breakpoint
create index sessions_of_workspace on sessions (workspace_id, user_id, last_seen_at);
