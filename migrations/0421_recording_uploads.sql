-- Recordings that arrive in parts: large files, and those that a browser records. The parts become one file later.
alter table meeting_recordings
  -- Bytes that are there so far.
  add column received integer not null default 0 check (received >= 0),
  add column received_at timestamptz(3) not null default now(),
  -- Null until the first part is there.
  alter column type drop not null,
  -- Null until the parts are one file.
  alter column storage_key drop not null,
  -- 0 while a browser records: nobody knows yet.
  drop constraint meeting_recordings_size_check,
  add constraint meeting_recordings_size_check check (size >= 0),
  drop constraint meeting_recordings_state_check,
  add constraint meeting_recordings_state_check check (state in ('uploading', 'running', 'failed', 'cancelled', 'done'));
update meeting_recordings set received = size;
create index meeting_recordings_uploading on meeting_recordings (received_at) where state = 'uploading';

create table meeting_recording_parts (
  recording_id uuid not null references meeting_recordings (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  starts_at integer not null check (starts_at >= 0),
  size integer not null check (size > 0),
  storage_key text not null,
  primary key (recording_id, starts_at)
);
create index meeting_recording_parts_workspace on meeting_recording_parts (workspace_id);
comment on column meeting_recording_parts.starts_at is 'Position in the recording, in bytes';
select build_wall('meeting_recording_parts');
