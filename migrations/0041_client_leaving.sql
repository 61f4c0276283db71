-- A client that leaves: what it takes along, and its deletion after a time of grace.
-- When everything of the workspace will be deleted; set only on one that is archived.
alter table workspaces add column delete_at timestamptz(3);
--> statement-breakpoint
alter table workspaces add check (delete_at is null or archived_at is not null);
--> statement-breakpoint
create index workspaces_to_delete on workspaces (delete_at) where delete_at is not null;
--> statement-breakpoint
-- Exports of clients: rows of the operations workspace, the files in the store.
create table client_exports (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  client_id uuid not null references workspaces (id) on delete cascade,
  job_id uuid not null,
  requested_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- The rest is there once the file is.
  storage_key text,
  size bigint,
  sha256 text,
  record_count bigint,
  file_count integer,
  ready_at timestamptz(3),
  expires_at timestamptz(3)
);
--> statement-breakpoint
create index client_exports_of_client on client_exports (client_id, id);
--> statement-breakpoint
create index client_exports_expiring on client_exports (expires_at) where storage_key is not null;
--> statement-breakpoint
select build_wall('client_exports');
