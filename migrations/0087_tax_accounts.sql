-- Which line of a tax year an account of a business's books belongs to; where nothing is said here, as the categories that are posted to it.
create table finance_tax_accounts (
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  account_id uuid not null references finance_book_accounts (id) on delete cascade,
  -- Null: nothing to do with tax.
  line text,
  confirmed_by uuid,
  confirmed_at timestamptz(3) not null default now(),
  primary key (profile_id, account_id)
);
--> statement-breakpoint
create index finance_tax_accounts_account on finance_tax_accounts (account_id);
--> statement-breakpoint
select build_wall('finance_tax_accounts');
