-- Broadcasts: one text to many contacts; see src/domains/texting. What each recipient gets lies in `messages`.
create table text_broadcasts (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  text text not null check (text <> ''),
  purpose text not null check (purpose in ('service', 'marketing', 'newsletter')),
  -- Who gets it: all contacts, those with a tag, or chosen ones.
  audience jsonb not null,
  state text not null default 'sending' check (state in ('sending', 'paused', 'stopped', 'done')),
  -- Why the worker paused it; blank when a person did.
  problem text not null default '',
  -- Its recipients are written down, and change no more.
  is_prepared boolean not null default false,
  -- Contacts of the audience without a number.
  without_phone integer not null default 0,
  -- What the carrier takes for a segment; null while nobody said.
  segment_price numeric(19, 4) check (segment_price >= 0),
  currency text not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index text_broadcasts_newest on text_broadcasts (workspace_id, id desc);
create index text_broadcasts_active on text_broadcasts (state) where state <> 'done';
select build_wall('text_broadcasts');

create table text_broadcast_recipients (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  broadcast_id uuid not null references text_broadcasts (id) on delete cascade,
  address text collate "C" not null,
  -- Null until it is its turn. Set together with the message, so that nobody gets two.
  message_id uuid,
  segments integer not null default 0
);
create unique index text_broadcast_recipients_address on text_broadcast_recipients (broadcast_id, address);
create index text_broadcast_recipients_waiting on text_broadcast_recipients (broadcast_id, id) where message_id is null;
create index text_broadcast_recipients_workspace on text_broadcast_recipients (workspace_id);
select build_wall('text_broadcast_recipients');
