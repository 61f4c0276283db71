-- Notes and comments with formatting (src/kernel/rich-text.ts). `text` is the same without it: it is searched, notified,
-- and exported. Null where somebody wrote plain text.
alter table record_notes add column body jsonb;
alter table record_comments add column body jsonb;
