-- What the bank tells of the cash of an investment account is the account's balance; by how much it changed, and when, is
-- kept, so that days that are past stay what they were.
create table finance_told_cash (
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  account_id uuid not null references finance_accounts (id) on delete cascade,
  -- On which the bank told of it; the first has no change.
  day date not null,
  change numeric not null,
  primary key (account_id, day)
);
--> statement-breakpoint
create index finance_told_cash_ledger on finance_told_cash (workspace_id, ledger_id);
--> statement-breakpoint
select build_wall('finance_told_cash');
--> statement-breakpoint
insert into finance_told_cash (workspace_id, ledger_id, account_id, day, change)
select distinct a.workspace_id, a.ledger_id, a.id, current_date, 0 from finance_accounts a join bank_accounts b on b.workspace_id = a.workspace_id and b.account_id = a.id where b.type = 'investment' and a.opening_balance <> 0;
