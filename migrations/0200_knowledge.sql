-- Knowledge: sources, their documents and passages, and the index that finds them; see src/domains/knowledge.
create table knowledge_sources (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- Stands for the source in the index.
  number integer not null,
  kind text not null check (kind in ('files', 'web', 'notes', 'answers', 'feed')),
  name text not null check (name <> ''),
  url text not null default '',
  -- Most pages that are read below `url`; one: that page alone.
  max_pages integer not null default 1 check (max_pages between 1 and 500),
  -- Which part of the product feeds it: `manual`, `crm-notes`.
  feed text not null default '',
  audience text not null default 'everyone' check (audience in ('everyone', 'roles', 'people')),
  roles text[] not null default '{}',
  people uuid[] not null default '{}',
  owner_id uuid,
  every_hours integer check (every_hours between 1 and 8760),
  next_at timestamptz(3),
  state text not null default 'ready' check (state in ('ready', 'working', 'failed')),
  error text not null default '',
  job_id uuid,
  checked_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index knowledge_sources_number on knowledge_sources (workspace_id, number);
create index knowledge_sources_due on knowledge_sources (next_at) where next_at is not null;
select build_wall('knowledge_sources');

create table knowledge_documents (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  source_id uuid not null references knowledge_sources (id) on delete cascade,
  title text not null,
  -- The title under which the passages are in the index.
  indexed_title text not null default '',
  -- Media type; `text/markdown` for notes.
  type text not null,
  url text not null default '',
  storage_key text,
  size integer not null default 0,
  -- Of the content; the same in two documents makes them duplicates.
  sha256 text not null default '',
  -- Names the document within its source: an address, or the feed's id.
  outer_key text,
  -- What a note says; what was fetched of a page or a feed.
  body text not null default '',
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'ready', 'failed')),
  error text not null default '',
  attempts integer not null default 0,
  passages integer not null default 0,
  pages integer,
  changed_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  created_by uuid,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index knowledge_documents_source on knowledge_documents (source_id, id desc);
create index knowledge_documents_newest on knowledge_documents (workspace_id, id desc);
create index knowledge_documents_same on knowledge_documents (workspace_id, sha256);
create unique index knowledge_documents_outer on knowledge_documents (source_id, outer_key);
select build_wall('knowledge_documents');

create table knowledge_passages (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  source_id uuid not null references knowledge_sources (id) on delete cascade,
  document_id uuid not null references knowledge_documents (id) on delete cascade,
  -- Stands for the passage in the index.
  number integer not null,
  position integer not null,
  heading text not null default '',
  -- Where in the document: `Page 3`, `Slide 2`, `Sheet1!A2:F20`.
  place text not null default '',
  page integer,
  text text not null,
  -- Of what is indexed: a passage that did not change keeps its number and vector.
  hash text not null,
  -- Terms in the index.
  length integer not null
);
create index knowledge_passages_number on knowledge_passages (workspace_id, number);
create index knowledge_passages_document on knowledge_passages (document_id, position);
select build_wall('knowledge_passages');

-- Vectors of passages by model: those of a new model are built beside those that serve.
create table knowledge_vectors (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  passage_id uuid not null references knowledge_passages (id) on delete cascade,
  model text not null,
  number integer not null,
  source_number integer not null,
  -- One signed byte for each dimension.
  vector bytea not null,
  -- One bit for each dimension.
  signature bytea not null,
  -- Grows with each row, so that a reader asks for what is new.
  seq bigint generated always as identity,
  primary key (passage_id, model)
);
create unique index knowledge_vectors_seq on knowledge_vectors (workspace_id, model, seq);
create index knowledge_vectors_number on knowledge_vectors (workspace_id, model, number);
select build_wall('knowledge_vectors');

-- Where each term occurs: entries of twelve bytes, 512 passages to a row; see engine/postings.ts.
create table knowledge_postings (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  term text collate "C" not null,
  block integer not null,
  data bytea not null,
  primary key (workspace_id, term, block)
);
select build_wall('knowledge_postings');

-- One row for each workspace; its lock orders everything that writes to the index.
create table knowledge_indexes (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  next_number integer not null default 0,
  next_source integer not null default 0,
  passages integer not null default 0,
  -- Terms of all passages together.
  length bigint not null default 0,
  -- Passages that were removed, ever.
  removed integer not null default 0,
  -- The embedding model that serves; blank before the first.
  model text not null default '',
  settings jsonb not null default '{}',
  version integer not null default 1
);
select build_wall('knowledge_indexes');

-- What was asked and answered: history of a person, gaps of the workspace.
create table knowledge_answers (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null,
  question text not null,
  -- The question without case and filler, so that the same gaps are counted together.
  question_key text not null,
  state text not null check (state in ('answered', 'quoted', 'abstained')),
  -- Sentences with the numbers of the passages that support them.
  sentences jsonb not null default '[]',
  passages jsonb not null default '[]',
  -- Sentences of the model that no passage supported, and were left out.
  dropped integer not null default 0,
  searched jsonb not null default '{}',
  run_id uuid,
  helpful boolean,
  comment text not null default '',
  gap text not null default 'none' check (gap in ('none', 'open', 'closed')),
  created_at timestamptz(3) not null default now()
);
create index knowledge_answers_own on knowledge_answers (workspace_id, user_id, id desc);
create index knowledge_answers_gaps on knowledge_answers (workspace_id, question_key) where gap = 'open';
create index knowledge_answers_cited on knowledge_answers using gin (passages jsonb_path_ops);
select build_wall('knowledge_answers');
