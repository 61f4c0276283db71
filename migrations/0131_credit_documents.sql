-- A credit note that stands on its own: the customer's (of `bill`: one's own with a supplier) credit, put against
-- other documents or paid back. It is a document like those that it turns round, and its signs are theirs turned.
alter table finance_documents
  add column credit boolean not null default false,
  -- The invoice or bill that it takes back, where it is of one.
  add column credits_id uuid references finance_documents (id) on delete set null;
--> statement-breakpoint
create index finance_documents_credits on finance_documents (credits_id) where credits_id is not null;
--> statement-breakpoint
alter table finance_payments
  -- One credit put against one document: two rows, one on each, that come and go together.
  add column application_id uuid,
  add column against_id uuid references finance_documents (id) on delete cascade;
--> statement-breakpoint
create index finance_payments_application on finance_payments (application_id) where application_id is not null;
--> statement-breakpoint
create index finance_payments_against on finance_payments (against_id) where against_id is not null;
