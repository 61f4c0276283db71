-- A credit note lowers what is due of an invoice or a bill as a payment does, and takes back income or cost and tax instead of moving money.
alter table finance_payments
  -- Its number, in a series of its own, or the supplier's; null for a payment.
  add column credit_number text,
  add column credit_reason text not null default '';
--> statement-breakpoint
create unique index finance_payments_credit on finance_payments (workspace_id, ledger_id, credit_number) where credit_number is not null and direction = 'in';
