-- Facts that answers must and must not say, questions proposed from documents, and runs that can be canceled.
alter table knowledge_test_questions
  add column must_say text[] not null default '{}',
  add column must_not_say text[] not null default '{}',
  -- A proposed question counts once it is accepted; a rejected one is kept so that it is not proposed again.
  add column state text not null default 'accepted' check (state in ('accepted', 'proposed', 'rejected')),
  add column origin text not null default 'written' check (origin in ('written', 'imported', 'model', 'document'));

alter table knowledge_test_sets
  -- The job that proposes questions, while it runs.
  add column proposal_job_id uuid,
  -- What came of the last proposals, in words.
  add column proposal_note text not null default '';

alter table knowledge_test_runs
  add column answers text not null default 'quoted' check (answers in ('quoted', 'written')),
  add column job_id uuid,
  add column done integer not null default 0,
  add column total integer not null default 0,
  drop constraint knowledge_test_runs_state_check,
  add constraint knowledge_test_runs_state_check check (state in ('running', 'done', 'failed', 'canceled'));
