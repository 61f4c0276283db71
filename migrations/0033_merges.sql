-- What a merge did, so that it can be undone as one: the kept record as it was before, and every row that moved over.
create table record_merges (
  id uuid primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead')),
  keep_id uuid not null,
  merged_id uuid not null,
  -- Versions right after the merge: a higher one means that somebody changed the record since.
  keep_version integer not null,
  before jsonb not null,
  last_activity_at timestamptz(3),
  -- {"notes": [ids], …} by what moved.
  moved jsonb not null,
  undone_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index record_merges_of_keep on record_merges (workspace_id, keep_id);
--> statement-breakpoint
create index record_merges_of_merged on record_merges (workspace_id, merged_id);
--> statement-breakpoint
select build_wall('record_merges');
