-- Whiteboards: boards, what is drawn on them, who works on them, and their images; see src/domains/whiteboard.
create table whiteboards (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  version integer not null default 1,
  title text not null check (length(title) between 1 and 200),
  -- What everyone in the workspace may do with it.
  access text not null default 'edit' check (access in ('edit', 'view', 'none')),
  owner_id uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  -- When it was renamed, shared, or drawn on last.
  updated_at timestamptz(3) not null default now(),
  updated_by uuid references users (id) on delete set null,
  deleted_at timestamptz(3)
);
create index whiteboards_list on whiteboards (workspace_id, updated_at, id);
create index whiteboards_owner on whiteboards (owner_id);
create index whiteboards_updated_by on whiteboards (updated_by);
create index whiteboards_trash on whiteboards (deleted_at) where deleted_at is not null;
select build_wall('whiteboards');

-- People who may do more with a board than everyone in the workspace.
create table whiteboard_people (
  board_id uuid not null references whiteboards (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('edit', 'view')),
  primary key (board_id, user_id)
);
create index whiteboard_people_user on whiteboard_people (user_id);
create index whiteboard_people_workspace on whiteboard_people (workspace_id);
select build_wall('whiteboard_people');

-- A board is its snapshot and all updates that are still there, merged in any order.
create table whiteboard_snapshots (
  board_id uuid primary key references whiteboards (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  data bytea not null,
  created_at timestamptz(3) not null default now()
);
create index whiteboard_snapshots_workspace on whiteboard_snapshots (workspace_id);
comment on column whiteboard_snapshots.data is 'A Yjs document, encoded as one update';
select build_wall('whiteboard_snapshots');

create table whiteboard_updates (
  id bigint generated always as identity primary key,
  board_id uuid not null references whiteboards (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  data bytea not null,
  created_at timestamptz(3) not null default now()
);
create index whiteboard_updates_board on whiteboard_updates (board_id, id);
create index whiteboard_updates_workspace on whiteboard_updates (workspace_id);
comment on column whiteboard_updates.data is 'One or several changes of a Yjs document';
select build_wall('whiteboard_updates');

create table whiteboard_images (
  board_id uuid not null references whiteboards (id) on delete cascade,
  -- The name that the drawing has for it.
  id text not null check (length(id) between 1 and 100),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  type text not null,
  size integer not null check (size > 0),
  storage_key text not null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (board_id, id)
);
create index whiteboard_images_workspace on whiteboard_images (workspace_id);
create index whiteboard_images_created_by on whiteboard_images (created_by);
select build_wall('whiteboard_images');
