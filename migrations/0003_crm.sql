-- The CRM: companies, contacts and what belongs to them, imports, and the tables of leads, opportunities and activities.
-- Columns that end in _key hold folded text (src/kernel/text.ts), blank as '', compared byte by byte so that both
-- engines order alike. They are kept by the one write path of each table, never by hand.
create table business_licenses (
  id uuid primary key,
  workspace_id uuid not null,
  name text not null,
  number text not null default '',
  authority text not null default '',
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index business_licenses_workspace on business_licenses (workspace_id);
--> statement-breakpoint
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
  deleted_at timestamptz(3)
);
--> statement-breakpoint
-- One living company of a name in a workspace; also the order of the list.
create unique index companies_name on companies (workspace_id, name_key) where deleted_at is null;
--> statement-breakpoint
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
  -- All that is searched, folded, with a blank before each word: names, company, e-mails, digits of phones.
  search_text text not null
);
--> statement-breakpoint
create index contacts_by_name on contacts (workspace_id, name_key, id) where deleted_at is null;
--> statement-breakpoint
create index contacts_by_company on contacts (workspace_id, company_key, id) where deleted_at is null;
--> statement-breakpoint
create index contacts_by_email on contacts (workspace_id, email_key, id) where deleted_at is null;
--> statement-breakpoint
create index contacts_by_created on contacts (workspace_id, created_at, id) where deleted_at is null;
--> statement-breakpoint
create index contacts_by_updated on contacts (workspace_id, updated_at, id) where deleted_at is null;
--> statement-breakpoint
create index contacts_by_activity on contacts (workspace_id, last_activity_at, id) where deleted_at is null and last_activity_at is not null;
--> statement-breakpoint
create index contacts_of_company on contacts (workspace_id, company_id) where company_id is not null;
--> statement-breakpoint
create index contacts_of_import on contacts (workspace_id, import_id, id) where import_id is not null;
--> statement-breakpoint
create index contacts_in_trash on contacts (workspace_id, deleted_at, id) where deleted_at is not null;
--> statement-breakpoint
create index contacts_search on contacts using gin (workspace_id, search_text gin_trgm_ops);
--> statement-breakpoint
-- What a contact is recognised by: 'e:' e-mail address, 'p:' phone in E.164, 'n:' name and company.
create table contact_keys (
  workspace_id uuid not null,
  key text collate "C" not null,
  contact_id uuid not null,
  primary key (workspace_id, key, contact_id)
);
--> statement-breakpoint
create table contact_notes (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  contact_id uuid not null,
  text text not null,
  pinned boolean not null default false,
  import_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3)
);
--> statement-breakpoint
create index contact_notes_of_contact on contact_notes (workspace_id, contact_id, id);
--> statement-breakpoint
create index contact_notes_of_import on contact_notes (workspace_id, import_id) where import_id is not null;
--> statement-breakpoint
create table contact_files (
  id uuid primary key,
  workspace_id uuid not null,
  contact_id uuid not null,
  name text not null,
  type text not null,
  size bigint not null,
  sha256 text not null,
  storage_key text not null,
  created_at timestamptz(3) not null default now(),
  created_by uuid
);
--> statement-breakpoint
create index contact_files_of_contact on contact_files (workspace_id, contact_id, id);
--> statement-breakpoint
create table saved_views (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  object text not null check (object in ('contact')),
  name text not null,
  config jsonb not null,
  shared boolean not null default false,
  owner_id uuid not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index saved_views_workspace on saved_views (workspace_id, object);
--> statement-breakpoint
create table custom_fields (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  object text not null check (object in ('contact')),
  key text not null,
  label text not null,
  kind text not null,
  options text[] not null default '{}',
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (workspace_id, object, key)
);
--> statement-breakpoint
-- One action on many contacts, so that it can be undone as one.
create table contact_batches (
  id uuid primary key,
  workspace_id uuid not null,
  action jsonb not null,
  selection jsonb not null,
  state text not null check (state in ('running', 'done', 'failed', 'undone')),
  total integer not null default 0,
  processed integer not null default 0,
  changed integer not null default 0,
  kept integer not null default 0,
  error text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  undo_until timestamptz(3)
);
--> statement-breakpoint
create index contact_batches_workspace on contact_batches (workspace_id, created_at);
--> statement-breakpoint
-- What contacts were before a batch or an import changed them: only the columns that it touched.
create table contact_images (
  workspace_id uuid not null,
  batch_id uuid not null,
  contact_id uuid not null,
  -- Version in which the batch left the contact.
  version_after integer not null,
  before jsonb not null,
  primary key (batch_id, contact_id)
);
--> statement-breakpoint
create table imports (
  id uuid primary key,
  workspace_id uuid not null,
  file_name text not null,
  size bigint not null,
  storage_key text,
  state text not null check (state in ('mapping', 'queued', 'running', 'cancelled', 'done', 'failed', 'reverting', 'reverted')),
  dialect jsonb not null,
  columns jsonb not null,
  sample_rows jsonb not null,
  mapping jsonb not null,
  options jsonb not null,
  -- Rows of the file that are done, and how many bytes of it they took: where a new run goes on.
  rows_done integer not null default 0,
  bytes_done bigint not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  rejected integer not null default 0,
  busy_ms bigint not null default 0,
  job_id uuid,
  error text,
  revert jsonb,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
--> statement-breakpoint
create index imports_workspace on imports (workspace_id, id);
--> statement-breakpoint
create table import_rows (
  workspace_id uuid not null,
  import_id uuid not null references imports (id) on delete cascade,
  row integer not null,
  outcome text not null check (outcome in ('skip', 'reject')),
  reason text not null,
  cells jsonb not null,
  contact_id uuid,
  primary key (import_id, outcome, row)
);
--> statement-breakpoint
create table pipelines (
  id uuid primary key,
  workspace_id uuid not null,
  name text not null,
  position integer not null default 0,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index pipelines_workspace on pipelines (workspace_id, position);
--> statement-breakpoint
create table stages (
  id uuid primary key,
  workspace_id uuid not null,
  pipeline_id uuid not null references pipelines (id) on delete cascade,
  name text not null,
  position integer not null,
  probability integer not null check (probability between 0 and 100),
  outcome text not null default 'open' check (outcome in ('open', 'won', 'lost'))
);
--> statement-breakpoint
create index stages_of_pipeline on stages (pipeline_id, position);
--> statement-breakpoint
create table leads (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  company_name text not null default '',
  email text not null default '',
  phone text not null default '',
  status text not null default 'new' check (status in ('new', 'working', 'qualified', 'unqualified', 'converted')),
  source text not null default '',
  score integer check (score between 0 and 100),
  owner_id uuid,
  contact_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3)
);
--> statement-breakpoint
create index leads_newest on leads (workspace_id, id) where deleted_at is null;
--> statement-breakpoint
create index leads_of_contact on leads (workspace_id, contact_id) where contact_id is not null;
--> statement-breakpoint
create table opportunities (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  amount numeric(19,4) not null default 0,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  pipeline_id uuid not null references pipelines (id),
  stage_id uuid not null references stages (id),
  probability integer not null check (probability between 0 and 100),
  expected_close date,
  owner_id uuid,
  contact_id uuid,
  company_id uuid,
  business_license_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3)
);
--> statement-breakpoint
create index opportunities_newest on opportunities (workspace_id, id) where deleted_at is null;
--> statement-breakpoint
create index opportunities_of_contact on opportunities (workspace_id, contact_id) where contact_id is not null;
--> statement-breakpoint
create index opportunities_of_company on opportunities (workspace_id, company_id) where company_id is not null;
--> statement-breakpoint
create table activities (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  type text not null check (type in ('task', 'call', 'meeting', 'mail', 'note')),
  subject text not null,
  body text not null default '',
  due_at timestamptz(3),
  done_at timestamptz(3),
  contact_id uuid,
  opportunity_id uuid,
  owner_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  created_by uuid,
  updated_by uuid,
  deleted_at timestamptz(3)
);
--> statement-breakpoint
create index activities_newest on activities (workspace_id, id) where deleted_at is null;
--> statement-breakpoint
create index activities_of_contact on activities (workspace_id, contact_id, id) where contact_id is not null;
--> statement-breakpoint
-- The functions of LIKE and of trigrams may tell of rows that they look at, so row-level security never lets them use an
-- index before the wall is checked. These functions run as their owner, with the wall written into them: they answer ids
-- of the present workspace only. Each pattern must match.
create function search_contact_ids(patterns text[], in_trash boolean, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
begin
  if walled is null then return; end if;
  select string_agg(format('c.search_text like %L', pattern), ' and ') into conditions from unnest(patterns) as pattern;
  if conditions is null then return; end if;
  return query execute format(
    'select c.id from public.contacts c where c.workspace_id = %L::uuid and (c.deleted_at is not null) = %L and %s limit %s',
    walled, in_trash, conditions, most
  );
end
$$;
--> statement-breakpoint
-- The nearest contacts by words that are nearly the same; the best first.
create function nearest_contact_ids(words text[], in_trash boolean, most integer) returns table (id uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set pg_trgm.word_similarity_threshold = 0.5
as $$
declare
  walled uuid := public.app_workspace();
  conditions text;
  score text;
begin
  if walled is null then return; end if;
  select string_agg(format('c.search_text %%> %L', word), ' and '), string_agg(format('word_similarity(%L, c.search_text)', word), ' + ')
    into conditions, score from unnest(words) as word;
  if conditions is null then return; end if;
  return query execute format(
    'select c.id from public.contacts c where c.workspace_id = %L::uuid and (c.deleted_at is not null) = %L and %s order by %s desc, c.id limit %s',
    walled, in_trash, conditions, score, most
  );
end
$$;
--> statement-breakpoint
create function search_company_ids(pattern text, most integer) returns table (id uuid)
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
  select c.id from public.companies c
  where c.workspace_id = public.app_workspace() and c.deleted_at is null and c.name_key like pattern
  order by c.name_key limit most
$$;
--> statement-breakpoint
revoke execute on function search_contact_ids, nearest_contact_ids, search_company_ids from public;
--> statement-breakpoint
grant execute on function search_contact_ids, nearest_contact_ids, search_company_ids to gauntlet_app;
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array[
  'business_licenses', 'companies', 'contacts', 'contact_keys', 'contact_notes', 'contact_files', 'saved_views', 'custom_fields',
  'contact_batches', 'contact_images', 'imports', 'import_rows', 'pipelines', 'stages', 'leads', 'opportunities', 'activities'
]) as walled;
