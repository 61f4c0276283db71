-- Since when nobody who may still come owns a ledger (finance/server/left-ledgers.ts).
alter table finance_ledgers add column left_since timestamptz(3);
--> statement-breakpoint
create index finance_ledgers_left on finance_ledgers (left_since) where left_since is not null;
