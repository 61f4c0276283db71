-- What fields of a workspace's own were called that are gone: what happened to their values is told by that name. Of fields that
-- were removed before, nobody knows it.
create table removed_fields (
  workspace_id uuid not null,
  object text not null,
  key text not null,
  label text not null,
  removed_at timestamptz(3) not null default now(),
  primary key (workspace_id, object, key)
);
--> statement-breakpoint
select build_wall('removed_fields');
