-- Comments at places of a whiteboard; those with a thread are its replies.
create table whiteboard_comments (
  id uuid primary key,
  board_id uuid not null references whiteboards (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  thread_id uuid references whiteboard_comments (id) on delete cascade,
  x double precision not null,
  y double precision not null,
  body text not null check (length(body) between 1 and 2000),
  author_id uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  resolved_at timestamptz(3)
);
create index whiteboard_comments_board on whiteboard_comments (board_id, id);
create index whiteboard_comments_thread on whiteboard_comments (thread_id) where thread_id is not null;
create index whiteboard_comments_workspace on whiteboard_comments (workspace_id);
create index whiteboard_comments_author on whiteboard_comments (author_id);
comment on column whiteboard_comments.x is 'Place on the board, in its own units';
select build_wall('whiteboard_comments');
