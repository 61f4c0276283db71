-- What is bought, sold and earned may move the cash of an account: the investment account's own, or another of the ledger.
alter table finance_investment_accounts
  -- None where the activities move nothing.
  add column cash_account_id uuid references finance_accounts (id) on delete set null,
  -- The first day whose activities do.
  add column cash_from date;
--> statement-breakpoint
create index finance_investment_accounts_cash on finance_investment_accounts (cash_account_id) where cash_account_id is not null;
--> statement-breakpoint
-- A transfer between cash and holdings has one transaction, and the activity in the place of the other.
alter table finance_transfers
  alter column out_id drop not null,
  alter column in_id drop not null,
  add column activity_id uuid references finance_activities (id) on delete cascade,
  add constraint finance_transfers_sides check (num_nonnulls(out_id, in_id) = case when activity_id is null then 2 else 1 end);
--> statement-breakpoint
create unique index finance_transfers_activity on finance_transfers (activity_id) where activity_id is not null;
