-- An account that was there before a bank fed it stays one, whatever page or sync it is: its opening balance is its own, and
-- what files or an earlier connection told of it is not told a second time.
alter table bank_accounts
  add column is_older boolean not null default false,
  -- What came into the account before was told by somebody else. Of accounts that are fed already nothing is taken for that.
  add column linked_at timestamptz(3) not null default '-infinity';
--> statement-breakpoint
alter table bank_accounts alter column linked_at set default now();
