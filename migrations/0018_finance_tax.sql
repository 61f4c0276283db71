-- Who files, and where the figures come from.
create table finance_tax_profiles (
  id uuid primary key,
  workspace_id uuid not null,
  -- Whoever may see or change this ledger may see or change the profile.
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  kind text not null check (kind in ('person', 'sCorporation', 'partnership', 'cCorporation')),
  -- Ledgers that figures are read from: [{ ledgerId, use, sharePercent }].
  sources jsonb not null default '[]',
  remind_days integer[] not null default '{14,3}',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index finance_tax_profiles_ledger on finance_tax_profiles (workspace_id, ledger_id, created_at, id);
select build_wall('finance_tax_profiles');

-- Circumstances of a year: filing status, dependants, the tax of the year before.
create table finance_tax_years (
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  year integer not null,
  version integer not null default 1,
  facts jsonb not null,
  updated_at timestamptz(3) not null default now(),
  primary key (profile_id, year)
);
select build_wall('finance_tax_years');

-- Which line a category belongs to, as a person confirmed it; no line: it has nothing to do with tax.
create table finance_tax_mappings (
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  category_id uuid not null references finance_categories (id) on delete cascade,
  line text,
  confirmed_by uuid,
  confirmed_at timestamptz(3) not null default now(),
  primary key (profile_id, category_id)
);
select build_wall('finance_tax_mappings');

-- Which line of a tax year an account of a business's books belongs to; where nothing is said here, as the categories
-- that are posted to it.
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
create index finance_tax_accounts_account on finance_tax_accounts (account_id);
select build_wall('finance_tax_accounts');

-- Figures by hand, and estimated payments (they have a day).
create table finance_tax_items (
  id uuid primary key,
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  year integer not null,
  version integer not null default 1,
  kind text not null check (kind in ('entry', 'payment')),
  line text,
  -- Instead of what the ledgers say, not on top of it.
  replaces boolean not null default false,
  day date,
  amount numeric not null,
  label text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index finance_tax_items_profile on finance_tax_items (workspace_id, profile_id, year, created_at, id);
select build_wall('finance_tax_items');

create table finance_tax_documents (
  id uuid primary key,
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  year integer not null,
  version integer not null default 1,
  kind text not null,
  issuer text not null default '',
  state text not null default 'expected' check (state in ('expected', 'received', 'notNeeded')),
  file_name text,
  file_type text,
  file_size bigint,
  storage_key text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index finance_tax_documents_profile on finance_tax_documents (workspace_id, profile_id, year, created_at, id);
select build_wall('finance_tax_documents');

create table finance_tax_scenarios (
  id uuid primary key,
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  year integer not null,
  version integer not null default 1,
  name text not null,
  notes text not null default '',
  moves jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index finance_tax_scenarios_profile on finance_tax_scenarios (workspace_id, profile_id, year, created_at, id);
select build_wall('finance_tax_scenarios');

-- Due dates that people were told of.
create table finance_tax_reminders (
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  due_on date not null,
  days_before integer not null,
  primary key (profile_id, due_on, days_before)
);
select build_wall('finance_tax_reminders');

-- What a business may be worth: the inputs of every version stay, so that any two can be held side by side.
create table finance_valuations (
  id uuid primary key,
  workspace_id uuid not null,
  ledger_id uuid not null references finance_ledgers (id) on delete cascade,
  version integer not null default 1,
  name text not null,
  notes text not null default '',
  inputs jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index finance_valuations_ledger on finance_valuations (workspace_id, ledger_id, created_at, id);
select build_wall('finance_valuations');

create table finance_valuation_versions (
  workspace_id uuid not null,
  valuation_id uuid not null references finance_valuations (id) on delete cascade,
  version integer not null,
  name text not null,
  notes text not null default '',
  inputs jsonb not null,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  primary key (valuation_id, version)
);
select build_wall('finance_valuation_versions');
