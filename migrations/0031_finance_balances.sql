-- Balances are summed from an index alone: whether a transaction is pending is in it too.
drop index finance_transactions_account;
--> statement-breakpoint
create index finance_transactions_account on finance_transactions (workspace_id, account_id, day desc, id desc) include (amount, pending) where deleted_at is null;
