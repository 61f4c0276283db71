-- Passages that were taken out of an index lately: what a process holds of it in memory follows.
create table knowledge_removals (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- Counts the workspace's removals; `knowledge_indexes.removed` is that of the last.
  place integer not null,
  number integer not null,
  primary key (workspace_id, place)
);
select build_wall('knowledge_removals');
