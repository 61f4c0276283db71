-- Expenses in the books of a business, and payments that are taken back on a day of their own.
alter table expense_policies
  -- The business ledger that approved expenses are posted to.
  add column ledger_id uuid references finance_ledgers (id) on delete set null;
--> statement-breakpoint
create index expense_policies_ledger on expense_policies (ledger_id) where ledger_id is not null;
--> statement-breakpoint
alter table finance_payments
  alter column document_id drop not null,
  -- The paying back of a person that a bank's line is.
  add column reimbursement_id uuid references expense_reimbursements (id) on delete cascade,
  -- The day from which a payment that was taken back does not count: its own, or the first after the closed ones.
  add column removed_on date,
  add constraint finance_payments_of_one check (num_nonnulls(document_id, reimbursement_id) = 1);
--> statement-breakpoint
create index finance_payments_reimbursement on finance_payments (reimbursement_id) where reimbursement_id is not null;
--> statement-breakpoint
-- Ageing of a day that is past asks for payments that were taken back since, too.
drop index finance_payments_document;
--> statement-breakpoint
create index finance_payments_document on finance_payments (workspace_id, document_id) include (day, amount, book_amount, removed_at);
