-- What people are told inside the product. One row a person: read and seen are each one's own.
create table notifications (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  title text not null,
  body text,
  -- Path inside the product that opens what it is about.
  href text,
  subject_type text,
  subject_id text,
  -- The same news comes once, however often it is told.
  dedupe_key text,
  created_at timestamptz(3) not null default now(),
  -- The list was open while it stood there.
  seen_at timestamptz(3),
  read_at timestamptz(3),
  -- Taken out of the list; kept for a while, so that it can be brought back.
  removed_at timestamptz(3)
);
create index notifications_list on notifications (workspace_id, user_id, id desc) where removed_at is null;
create index notifications_unread on notifications (workspace_id, user_id, id desc) where removed_at is null
  and read_at is null;
create index notifications_user on notifications (user_id);
create unique index notifications_once on notifications (workspace_id, user_id, dedupe_key)
  where dedupe_key is not null;
-- For the number of unseen notifications in other workspaces.
create index notifications_unseen on notifications (user_id) where removed_at is null and read_at is null
  and seen_at is null;
select build_wall('notifications');
select hide_private('notifications', 'subject_id');

-- Which kind of news reaches a person by which way; a kind that is not named here comes as it does by default.
create table notification_ways (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null,
  in_app boolean not null,
  email boolean not null,
  primary key (user_id, kind)
);
