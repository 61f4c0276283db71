-- A house, a car, a collection: worth something, and part of what somebody owns.
alter table finance_accounts drop constraint finance_accounts_kind_check;
--> statement-breakpoint
alter table finance_accounts add constraint finance_accounts_kind_check check (kind in ('checking', 'savings', 'card', 'cash', 'loan', 'investment', 'other', 'property', 'vehicle', 'valuables'));
