-- Columns that end in _key hold folded text (src/kernel/text.ts), blank as '', compared byte by byte so that both
-- engines order alike. The one write path of each table keeps them.

create table companies (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  name_key text collate "C" not null,
  website text not null default '',
  phone text not null default '',
  industry text not null default '',
  street text not null default '',
  city text not null default '',
  region text not null default '',
  postal_code text not null default '',
  country text not null default '',
  owner_id uuid,
  about text not null default '',
  import_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3),
  tags text[] not null default '{}',
  custom jsonb not null default '{}',
  search_text text not null default '',
  import_version integer,
  last_activity_at timestamptz(3)
);
-- One living company of a name in a workspace; also the order of the list.
create unique index companies_name on companies (workspace_id, name_key) where deleted_at is null;
create index companies_owner on companies (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
create index companies_search on companies using gin (workspace_id, search_text gin_trgm_ops);
create index companies_by_created on companies (workspace_id, created_at, id) where deleted_at is null;
create index companies_by_updated on companies (workspace_id, updated_at, id) where deleted_at is null;
create index companies_by_activity on companies (workspace_id, last_activity_at, id) where deleted_at is null
  and last_activity_at is not null;
create index companies_in_trash on companies (workspace_id, deleted_at, id) where deleted_at is not null;
create index companies_of_import on companies (workspace_id, import_id, id) where import_id is not null;
select build_wall('companies');

create table contacts (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  first_name text not null default '',
  last_name text not null default '',
  title text not null default '',
  company_id uuid,
  emails jsonb not null default '[]',
  phones jsonb not null default '[]',
  street text not null default '',
  city text not null default '',
  region text not null default '',
  postal_code text not null default '',
  country text not null default '',
  links jsonb not null default '{}',
  source text not null default '',
  owner_id uuid,
  business_license_id uuid,
  tags text[] not null default '{}',
  consent jsonb not null default '{}',
  custom jsonb not null default '{}',
  about text not null default '',
  import_id uuid,
  -- Version in which the import left it: a higher one means that someone changed it since.
  import_version integer,
  last_activity_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3),
  name_key text collate "C" not null,
  last_name_key text collate "C" not null,
  company_key text collate "C" not null,
  email_key text collate "C" not null,
  -- All that is searched, folded, with a blank before each word: names, company, emails, digits of phones.
  search_text text not null
);
create index contacts_by_name on contacts (workspace_id, name_key, id) where deleted_at is null;
create index contacts_by_company on contacts (workspace_id, company_key, id) where deleted_at is null;
create index contacts_by_email on contacts (workspace_id, email_key, id) where deleted_at is null;
create index contacts_by_created on contacts (workspace_id, created_at, id) where deleted_at is null;
create index contacts_by_updated on contacts (workspace_id, updated_at, id) where deleted_at is null;
create index contacts_by_activity on contacts (workspace_id, last_activity_at, id) where deleted_at is null
  and last_activity_at is not null;
create index contacts_of_company on contacts (workspace_id, company_id) where company_id is not null;
create index contacts_of_import on contacts (workspace_id, import_id, id) where import_id is not null;
create index contacts_in_trash on contacts (workspace_id, deleted_at, id) where deleted_at is not null;
create index contacts_search on contacts using gin (workspace_id, search_text gin_trgm_ops);
-- For counting and reassigning the records of a member.
create index contacts_owner on contacts (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
create index contacts_of_license on contacts (workspace_id, business_license_id, id)
  where business_license_id is not null and deleted_at is null;
select build_wall('contacts');

-- What identifies a contact: 'e:' email address, 'p:' phone in E.164, 'n:' name and company.
create table contact_keys (
  workspace_id uuid not null,
  key text collate "C" not null,
  contact_id uuid not null,
  primary key (workspace_id, key, contact_id)
);
select build_wall('contact_keys');

create table business_licenses (
  id uuid primary key,
  workspace_id uuid not null,
  name text not null,
  number text not null default '',
  authority text not null default '',
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  kind text not null default 'operating' check (kind in ('entity', 'operating', 'professional', 'permit', 'tax',
    'trademark', 'certificate', 'other')),
  holder text not null default '',
  jurisdiction text not null default '',
  standing text not null default 'active' check (standing in ('pending', 'active', 'suspended', 'revoked',
    'surrendered')),
  issued_on date,
  -- The last day on which it is valid; null: it does not expire.
  expires_on date,
  renewal_url text not null default '',
  fee numeric(19,4),
  -- ISO 4217, of the fee.
  fee_currency text not null default '' check (fee_currency = '' or fee_currency ~ '^[A-Z]{3}$'),
  responsible_id uuid,
  about text not null default '',
  website text not null default '',
  tagline text not null default '',
  brand_color text not null default '' check (brand_color = '' or brand_color ~ '^#[0-9a-f]{6}$'),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3)
);
create index business_licenses_workspace on business_licenses (workspace_id);
create index business_licenses_expiry on business_licenses (expires_on) where deleted_at is null
  and expires_on is not null;
select build_wall('business_licenses');

-- Terms of a license before its renewal; undoing a renewal brings the newest ones back.
create table business_license_terms (
  id uuid primary key,
  workspace_id uuid not null,
  license_id uuid not null references business_licenses (id) on delete cascade,
  number text not null,
  issued_on date,
  expires_on date,
  standing text not null,
  note text not null default '',
  -- Version of the license right after the renewal: a higher one means that somebody changed it since.
  version_after integer not null,
  renewed_at timestamptz(3) not null default now(),
  renewed_by uuid
);
create index business_license_terms_of_license on business_license_terms (workspace_id, license_id, id);
select build_wall('business_license_terms');

-- Reminders that were sent: one row, one message, whatever restarts in between.
create table business_license_reminders (
  workspace_id uuid not null,
  license_id uuid not null references business_licenses (id) on delete cascade,
  expires_on date not null,
  -- Days before the expiry; 0 stands for the expiry itself.
  rung integer not null,
  told_at timestamptz(3) not null default now(),
  primary key (license_id, expires_on, rung)
);
select build_wall('business_license_reminders');
