-- What is open, of all people, by when: in the list of two years' activities the open ones stand behind all that are done.
create index activities_open_by_due on activities (workspace_id, due_at, id) where done_at is null and cancelled_at is null and deleted_at is null;
--> statement-breakpoint
create index activities_open_by_created on activities (workspace_id, created_at, id) where done_at is null and cancelled_at is null and deleted_at is null;
