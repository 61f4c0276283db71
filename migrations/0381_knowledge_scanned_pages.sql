-- Pages without text of their own, read by OCR: each is kept when it is read, so that a restart goes on with the next.
create table knowledge_scanned_pages (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  document_id uuid not null references knowledge_documents (id) on delete cascade,
  page integer not null,
  -- Of the file that the page is from; the pages of a replaced file are read again.
  sha256 text not null,
  text text not null,
  -- How sure the recognition is of the letters, 0 to 1.
  certainty double precision not null,
  primary key (document_id, page)
);
select build_wall('knowledge_scanned_pages');

alter table knowledge_documents
  -- What was left out of a document that was read, in words.
  add column notice text not null default '',
  -- Pages that OCR read.
  add column scanned integer not null default 0,
  -- Those of them that may hold wrong letters.
  add column unsure_pages integer[] not null default '{}';
