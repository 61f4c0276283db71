-- Tests of the knowledge base: questions with the passages that must be found, and runs that measure it.
create table knowledge_test_sets (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (name <> ''),
  -- Most that nDCG@10 may fall before a change of settings is refused.
  max_loss double precision not null default 0.02 check (max_loss between 0 and 1),
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create index knowledge_test_sets_newest on knowledge_test_sets (workspace_id, id desc);
select build_wall('knowledge_test_sets');

create table knowledge_test_questions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  set_id uuid not null references knowledge_test_sets (id) on delete cascade,
  question text not null check (question <> ''),
  -- What must be found: document, and words of the passage; none: nothing answers it.
  expected jsonb not null default '[]',
  created_at timestamptz(3) not null default now()
);
create index knowledge_test_questions_set on knowledge_test_questions (set_id, id);
select build_wall('knowledge_test_questions');

create table knowledge_test_runs (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  set_id uuid not null references knowledge_test_sets (id) on delete cascade,
  label text not null default '',
  settings jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  error text not null default '',
  figures jsonb,
  -- For each question what was found; see contract/tests.ts.
  results jsonb not null default '[]',
  model text not null default '',
  run_by uuid,
  created_at timestamptz(3) not null default now()
);
create index knowledge_test_runs_newest on knowledge_test_runs (set_id, id desc);
select build_wall('knowledge_test_runs');
