-- Tax: who files, where their figures come from, what was entered, paid and kept as proof, and what might be done differently.
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
--> statement-breakpoint
create index finance_tax_profiles_ledger on finance_tax_profiles (workspace_id, ledger_id, created_at, id);
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
create index finance_tax_items_profile on finance_tax_items (workspace_id, profile_id, year, created_at, id);
--> statement-breakpoint
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
--> statement-breakpoint
create index finance_tax_documents_profile on finance_tax_documents (workspace_id, profile_id, year, created_at, id);
--> statement-breakpoint
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
--> statement-breakpoint
create index finance_tax_scenarios_profile on finance_tax_scenarios (workspace_id, profile_id, year, created_at, id);
--> statement-breakpoint
-- Due dates that people were told of.
create table finance_tax_reminders (
  workspace_id uuid not null,
  profile_id uuid not null references finance_tax_profiles (id) on delete cascade,
  due_on date not null,
  days_before integer not null,
  primary key (profile_id, due_on, days_before)
);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array[
  'finance_tax_profiles', 'finance_tax_years', 'finance_tax_mappings', 'finance_tax_items', 'finance_tax_documents', 'finance_tax_scenarios', 'finance_tax_reminders'
]) as walled;
