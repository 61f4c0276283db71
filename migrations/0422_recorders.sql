-- The browser that makes a recording, so that no other one ends it meanwhile. Null for files, and for programs.
alter table meeting_recordings add column recorder_id uuid;
comment on column meeting_recordings.recorder_id is 'Chosen and kept by the browser that records';
