-- Meetings: their transcripts, who spoke, and what follows from them.
create table meetings (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  version integer not null default 1,
  title text not null check (length(title) between 1 and 200),
  held_at timestamptz(3) not null,
  duration_ms bigint check (duration_ms >= 0),
  format text not null check (format in ('vtt', 'srt', 'json', 'text')),
  segment_count integer not null check (segment_count > 0),
  topics text[] not null default '{}',
  summary jsonb not null,
  summary_state text not null default 'done' check (summary_state in ('done', 'running', 'failed')),
  summary_error text not null default '',
  job_id uuid,
  contact_id uuid,
  opportunity_id uuid,
  activity_id uuid,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index meetings_held on meetings (workspace_id, held_at, id);
create index meetings_contact on meetings (contact_id) where contact_id is not null;
create index meetings_opportunity on meetings (opportunity_id) where opportunity_id is not null;
create index meetings_created_by on meetings (created_by);
comment on column meetings.summary is 'By whom it was made, points and chapters with the passages that they rest on';
comment on column meetings.activity_id is 'The activity under which it stands on timelines';
select build_wall('meetings');
select hide_private('meetings', 'opportunity_id');

create table meeting_segments (
  meeting_id uuid not null references meetings (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  position integer not null check (position >= 0),
  speaker text not null default '',
  start_ms bigint,
  end_ms bigint,
  text text not null,
  primary key (meeting_id, position)
);
create index meeting_segments_words on meeting_segments using gin (to_tsvector('english', text));
create index meeting_segments_workspace on meeting_segments (workspace_id);
select build_wall('meeting_segments');

create table meeting_speakers (
  meeting_id uuid not null references meetings (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  label text not null,
  name text not null,
  user_id uuid references users (id) on delete set null,
  contact_id uuid,
  share double precision not null,
  spoken_ms bigint,
  words integer not null,
  interruptions integer not null,
  questions integer not null,
  primary key (meeting_id, label)
);
create index meeting_speakers_user on meeting_speakers (user_id) where user_id is not null;
create index meeting_speakers_workspace on meeting_speakers (workspace_id);
comment on column meeting_speakers.label is 'As the transcript names the speaker';
select build_wall('meeting_speakers');
select hide_private('meeting_speakers', 'contact_id');

-- Who is meant by a label, for the meetings that follow.
create table meeting_voices (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  label_key text not null,
  name text not null,
  user_id uuid references users (id) on delete cascade,
  contact_id uuid,
  primary key (workspace_id, label_key)
);
create index meeting_voices_user on meeting_voices (user_id) where user_id is not null;
select build_wall('meeting_voices');
select hide_private('meeting_voices', 'contact_id');

create table meeting_items (
  id uuid primary key,
  meeting_id uuid not null references meetings (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  kind text not null check (kind in ('task', 'decision', 'question')),
  text text not null check (length(text) between 1 and 1000),
  position integer not null check (position >= 0),
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'dismissed')),
  activity_id uuid,
  made_by text not null check (made_by in ('model', 'words', 'person')),
  created_at timestamptz(3) not null default now()
);
create index meeting_items_meeting on meeting_items (meeting_id, id);
create index meeting_items_workspace on meeting_items (workspace_id);
create index meeting_items_activity on meeting_items (activity_id) where activity_id is not null;
comment on column meeting_items.position is 'The passage of the transcript that it rests on';
select build_wall('meeting_items');
select hide_private('meeting_items', 'activity_id');

create table meeting_shares (
  id uuid primary key,
  meeting_id uuid not null references meetings (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  with_transcript boolean not null,
  created_by uuid not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index meeting_shares_meeting on meeting_shares (meeting_id);
create index meeting_shares_workspace on meeting_shares (workspace_id);
create index meeting_shares_created_by on meeting_shares (created_by);
select build_wall('meeting_shares');
