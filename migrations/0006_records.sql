-- What every kind of record has: custom fields, notes, files, comments, batches with undo, merges, imports.

create table custom_fields (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  object text not null,
  key text not null,
  label text not null,
  kind text not null,
  options text[] not null default '{}',
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- Calculated fields: a formula over the other fields of the record, and the kind of its value. Values are in `custom`
  -- with all others, so that lists filter, sort, and export them alike.
  formula text not null default '',
  result text check (result in ('number', 'text', 'day', 'boolean')),
  -- Roll-ups count or add up the records that belong to a record. Their values are in `custom`, too.
  rollup jsonb,
  -- The day, in the zone of the workspace, on which the values were last calculated: a formula with today() changes
  -- overnight.
  calculated_on date,
  unique (workspace_id, object, key),
  constraint custom_fields_object_check check (object in ('contact', 'company', 'lead', 'opportunity', 'activity',
    'business_license'))
);
create index custom_fields_rollups on custom_fields (workspace_id, object) where kind = 'rollup';
select build_wall('custom_fields');

-- Labels of removed custom fields, for the history of their values.
create table removed_fields (
  workspace_id uuid not null,
  object text not null,
  key text not null,
  label text not null,
  removed_at timestamptz(3) not null default now(),
  -- The values of a large field are removed in the background; until then no other field may have its key.
  clearing boolean not null default false,
  primary key (workspace_id, object, key)
);
select build_wall('removed_fields');

-- Indexes on custom fields, made when a large list is first sorted or filtered by one
-- (src/records/server/custom-fields/indexes.ts). Each covers the living records of one workspace. A nightly job
-- compares the rows with the catalog.
create table own_field_indexes (
  workspace_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity')),
  key text not null,
  name text not null unique,
  state text not null default 'building' check (state in ('building', 'ready')),
  asked_at timestamptz(3) not null default now(),
  primary key (workspace_id, kind, key)
);
select build_wall('own_field_indexes');

create table rollup_due (
  workspace_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity')),
  record_id uuid not null
);
create index rollup_due_workspace on rollup_due (workspace_id, kind);
select build_wall('rollup_due');

create table saved_views (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  object text not null,
  name text not null,
  config jsonb not null,
  shared boolean not null default false,
  owner_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint saved_views_object_check check (object in ('contact', 'company', 'lead', 'opportunity', 'activity',
    'business_license'))
);
create index saved_views_workspace on saved_views (workspace_id, object);
select build_wall('saved_views');

create table record_notes (
  id uuid constraint contact_notes_pkey primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  record_id uuid not null,
  text text not null,
  pinned boolean not null default false,
  import_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3),
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  mentions jsonb not null default '[]',
  -- People who may read the note beside its author; null: everybody. Work that no person started sees every note.
  readers uuid[],
  -- Folded text for the search (src/records/engine/note-search.ts).
  search_text text not null default ''
);
create index record_notes_of_record on record_notes (workspace_id, record_id, id);
create index record_notes_of_import on record_notes (workspace_id, import_id) where import_id is not null;
create index record_notes_search on record_notes using gin (workspace_id, search_text gin_trgm_ops)
  where deleted_at is null;
create index record_notes_latest on record_notes (workspace_id, id) where deleted_at is null;
select build_wall('record_notes');
select hide_private('record_notes', 'record_id');
create policy note_readers on record_notes as restrictive to gauntlet_app
using (readers is null or created_by = (select app_user()) or (select app_user()) = any(readers)
  or (select app_user()) is null)
with check (readers is null or created_by = (select app_user()) or (select app_user()) = any(readers)
  or (select app_user()) is null);

create table record_files (
  id uuid constraint contact_files_pkey primary key,
  workspace_id uuid not null,
  record_id uuid not null,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 text not null,
  storage_key text not null,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license'))
);
create index record_files_of_record on record_files (workspace_id, record_id, id);
select build_wall('record_files');
select hide_private('record_files', 'record_id');

-- A comment stands under a record or under another comment of the same record: threads are one level deep.
create table record_comments (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  record_id uuid not null,
  parent_id uuid references record_comments (id) on delete cascade,
  text text not null,
  -- Who is named in it, as they were called then: [{id, name}].
  mentions jsonb not null default '[]',
  resolved_at timestamptz(3),
  resolved_by uuid,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  search_text text not null default ''
);
create index record_comments_of_record on record_comments (workspace_id, record_id, id desc) where parent_id is null;
create index record_comments_of_thread on record_comments (parent_id, id) where parent_id is not null;
create index record_comments_search on record_comments using gin (workspace_id, search_text gin_trgm_ops)
  where deleted_at is null;
create index record_comments_latest on record_comments (workspace_id, id) where deleted_at is null;
select build_wall('record_comments');
select hide_private('record_comments', 'record_id');

create table comment_reactions (
  workspace_id uuid not null,
  comment_id uuid not null references record_comments (id) on delete cascade,
  user_id uuid not null,
  reaction text not null,
  created_at timestamptz(3) not null default now(),
  primary key (comment_id, reaction, user_id)
);
select build_wall('comment_reactions');
select hide_with('comment_reactions', 'comment_id', 'record_comments');

-- Who is notified of changes of a record. The owner needs no row; `muted` silences the owner, too.
create table record_watches (
  workspace_id uuid not null,
  record_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  reason text not null check (reason in ('chosen', 'mentioned', 'commented')),
  muted boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, record_id, user_id)
);
select build_wall('record_watches');
select hide_private('record_watches', 'record_id');

-- Records that a person watches without asking.
create table watch_settings (
  workspace_id uuid not null,
  user_id uuid not null,
  own boolean not null default true,
  mentioned boolean not null default true,
  commented boolean not null default true,
  primary key (workspace_id, user_id)
);
select build_wall('watch_settings');

-- Changes that watchers have not been notified of yet: they are gathered for a while, so that ten edits are one
-- message.
create table watch_news (
  workspace_id uuid not null,
  user_id uuid not null,
  record_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  acts text[] not null default '{}',
  fields text[] not null default '{}',
  actors uuid[] not null default '{}',
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  -- What else changed the record, in words: `the workflow “Greet”`.
  agents text[] not null default '{}',
  primary key (workspace_id, user_id, record_id)
);
create index watch_news_due on watch_news (last_at);
select build_wall('watch_news');
select hide_private('watch_news', 'record_id');

-- Records and saved views that a person keeps at hand, in their order.
create table favourites (
  workspace_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license',
    'view')),
  position integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id, target_id)
);
select build_wall('favourites');
select hide_private('favourites', 'target_id');

-- One action on many records, so that it can be undone as one.
create table record_batches (
  id uuid constraint contact_batches_pkey primary key,
  workspace_id uuid not null,
  action jsonb not null,
  selection jsonb not null,
  state text not null constraint contact_batches_state_check check (state in ('running', 'done', 'failed', 'undone')),
  total integer not null default 0,
  processed integer not null default 0,
  changed integer not null default 0,
  kept integer not null default 0,
  error text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  undo_until timestamptz(3),
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  -- The job of a large batch. When it was canceled or failed, the batch is over and can be undone.
  job_id uuid
);
create index record_batches_workspace on record_batches (workspace_id, created_at);
select build_wall('record_batches');

-- Records as they were before a batch or an import changed them: only the columns that it touched.
create table record_images (
  workspace_id uuid not null,
  batch_id uuid not null,
  record_id uuid not null,
  -- Version in which the batch left the record.
  version_after integer not null,
  before jsonb not null,
  constraint contact_images_pkey primary key (batch_id, record_id)
);
select build_wall('record_images');
select hide_private('record_images', 'record_id');

-- What a merge did, so that it can be undone: the kept record as it was before, and every row that moved.
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
create index record_merges_of_keep on record_merges (workspace_id, keep_id);
create index record_merges_of_merged on record_merges (workspace_id, merged_id);
select build_wall('record_merges');
select hide_private('record_merges', 'keep_id', 'merged_id');

-- Pairs of records that may be duplicates, with the reasons. Of two of one kind, a has the smaller id; of a lead and a
-- contact, a is the lead.
create table duplicate_pairs (
  id uuid primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'lead_contact')),
  a_id uuid not null,
  b_id uuid not null,
  score integer not null check (score between 0 and 100),
  reasons jsonb not null,
  -- `dismissed`: somebody said that they are two; never proposed again.
  state text not null default 'open' check (state in ('open', 'dismissed')),
  -- The run that saw it last; null: a single change brought it up.
  run_id uuid,
  found_at timestamptz(3) not null default now(),
  decided_by uuid,
  decided_at timestamptz(3),
  unique (workspace_id, kind, a_id, b_id)
);
create index duplicate_pairs_queue on duplicate_pairs (workspace_id, state, score desc, id);
create index duplicate_pairs_of_a on duplicate_pairs (workspace_id, a_id);
create index duplicate_pairs_of_b on duplicate_pairs (workspace_id, b_id);
select build_wall('duplicate_pairs');
select hide_private('duplicate_pairs', 'a_id', 'b_id');

-- The last search through the whole base of each workspace.
create table duplicate_runs (
  id uuid primary key,
  workspace_id uuid not null unique,
  state text not null check (state in ('running', 'done', 'failed')),
  -- Percent.
  progress integer not null default 0,
  records integer not null default 0,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
select build_wall('duplicate_runs');

create table imports (
  id uuid primary key,
  workspace_id uuid not null,
  file_name text not null,
  size bigint not null,
  storage_key text,
  state text not null check (state in ('mapping', 'queued', 'running', 'cancelled', 'done', 'failed', 'reverting',
    'reverted')),
  dialect jsonb not null,
  columns jsonb not null,
  sample_rows jsonb not null,
  mapping jsonb not null,
  options jsonb not null,
  -- Rows of the file that are done, and how many bytes of it they took: where a new run goes on.
  rows_done integer not null default 0,
  bytes_done bigint not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  rejected integer not null default 0,
  busy_ms bigint not null default 0,
  job_id uuid,
  error text,
  revert jsonb,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity')),
  warned integer not null default 0
);
create index imports_workspace on imports (workspace_id, kind, id);
select build_wall('imports');

create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  outcome text not null,
  reason text not null,
  cells jsonb not null,
  record_id uuid,
  primary key (import_id, outcome, row),
  constraint import_rows_outcome_check check (outcome in ('skip', 'reject', 'warn'))
);
select build_wall('import_rows');
select hide_private('import_rows', 'record_id');

-- How each person has arranged the dashboard of a workspace: which widgets, in which order, how wide.
create table dashboard_layouts (
  workspace_id uuid not null,
  user_id uuid not null,
  widgets jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id)
);
select build_wall('dashboard_layouts');
