-- Recordings of meetings: audio and video that a speech service turns into a transcript.
create table meeting_recordings (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  meeting_id uuid references meetings (id) on delete cascade,
  title text not null check (length(title) between 1 and 200),
  held_at timestamptz(3) not null,
  contact_id uuid,
  name text not null check (name <> ''),
  type text not null check (type in ('audio/mpeg', 'audio/mp4', 'audio/wav', 'audio/ogg', 'video/mp4', 'video/webm')),
  size integer not null check (size > 0),
  storage_key text not null,
  state text not null default 'running' check (state in ('running', 'failed', 'cancelled', 'done')),
  error text not null default '',
  job_id uuid,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  check ((state = 'done') = (meeting_id is not null))
);
create unique index meeting_recordings_meeting on meeting_recordings (meeting_id) where meeting_id is not null;
create index meeting_recordings_open on meeting_recordings (workspace_id, id) where meeting_id is null;
create index meeting_recordings_created_by on meeting_recordings (created_by);
comment on column meeting_recordings.meeting_id is 'The meeting that it became; null until it is transcribed';
comment on column meeting_recordings.contact_id is 'Null once it is a meeting, which names the contact itself';
select build_wall('meeting_recordings');
select hide_private('meeting_recordings', 'contact_id');
