-- A payment is of a document, or of what people were paid back, never of both.
alter table finance_payments
  drop constraint finance_payments_of_one,
  add constraint finance_payments_of_one check (document_id is null or reimbursement_id is null);
