-- Pipelines, leads, and opportunities, and what is reported of them.

create table pipelines (
  id uuid primary key,
  workspace_id uuid not null,
  name text not null,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  version integer not null default 1,
  archived_at timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create index pipelines_workspace on pipelines (workspace_id, position);
select build_wall('pipelines');

create table stages (
  id uuid primary key,
  workspace_id uuid not null,
  pipeline_id uuid not null references pipelines (id) on delete cascade,
  name text not null,
  position integer not null,
  probability integer not null check (probability between 0 and 100),
  outcome text not null default 'open' check (outcome in ('open', 'won', 'lost')),
  color text not null default 'slate' check (color in ('slate', 'blue', 'cyan', 'teal', 'green', 'lime', 'amber',
    'orange', 'red', 'pink', 'purple', 'indigo')),
  -- What its opportunities count as in the forecast, unless they say otherwise themselves.
  forecast text not null default 'pipeline' check (forecast in ('pipeline', 'best', 'commit', 'omitted')),
  -- Days without a move or an activity after which an opportunity counts as stuck.
  rotting_days integer check (rotting_days between 1 and 3650),
  -- Fields that an opportunity needs to enter.
  required_fields text[] not null default '{}',
  constraint stages_outcome unique (id, pipeline_id, outcome)
);
create index stages_of_pipeline on stages (pipeline_id, position);
select build_wall('stages');

create table close_reasons (
  id uuid primary key,
  workspace_id uuid not null,
  outcome text not null check (outcome in ('won', 'lost')),
  label text not null,
  position integer not null default 0,
  archived_at timestamptz(3)
);
create index close_reasons_workspace on close_reasons (workspace_id, outcome, position);
select build_wall('close_reasons');

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
  deleted_at timestamptz(3),
  tags text[] not null default '{}',
  custom jsonb not null default '{}',
  search_text text not null default '',
  import_id uuid,
  import_version integer,
  -- `name` is what the lead is called in lists.
  first_name text not null default '',
  last_name text not null default '',
  title text not null default '',
  website text not null default '',
  city text not null default '',
  country text not null default '',
  about text not null default '',
  business_license_id uuid,
  -- Why it is not a good lead, when its status says so.
  status_reason text not null default '',
  status_since timestamptz(3) not null default now(),
  -- What the score is made of: [{ruleId, label, points}], in the order of the rules.
  score_reasons jsonb not null default '[]',
  last_activity_at timestamptz(3),
  -- What it became.
  company_id uuid,
  opportunity_id uuid,
  converted_at timestamptz(3),
  -- What the conversion did, so that it can be undone.
  conversion jsonb,
  form_id uuid,
  -- Where a visitor came from: page, referrer, utm_*.
  origin jsonb not null default '{}',
  name_key text collate "C" not null default '',
  company_key text collate "C" not null default '',
  email_key text collate "C" not null default ''
);
create index leads_newest on leads (workspace_id, id) where deleted_at is null;
create index leads_of_contact on leads (workspace_id, contact_id) where contact_id is not null;
create index leads_open on leads (workspace_id, created_at) where deleted_at is null
  and status in ('new', 'working', 'qualified');
create index leads_owner on leads (workspace_id, owner_id) where deleted_at is null and owner_id is not null;
create index leads_search on leads using gin (workspace_id, search_text gin_trgm_ops);
create index leads_by_name on leads (workspace_id, name_key, id) where deleted_at is null;
create index leads_by_company on leads (workspace_id, company_key, id) where deleted_at is null;
create index leads_by_created on leads (workspace_id, created_at, id) where deleted_at is null;
create index leads_by_updated on leads (workspace_id, updated_at, id) where deleted_at is null;
create index leads_by_activity on leads (workspace_id, last_activity_at, id) where deleted_at is null
  and last_activity_at is not null;
create index leads_by_score on leads (workspace_id, score, id) where deleted_at is null and score is not null;
create index leads_by_status on leads (workspace_id, status, score desc, id) where deleted_at is null;
create index leads_by_email on leads (workspace_id, email_key, id) where deleted_at is null and email_key <> '';
create index leads_by_phone on leads (workspace_id, phone) where deleted_at is null and phone <> '';
create index leads_in_trash on leads (workspace_id, deleted_at, id) where deleted_at is not null;
create index leads_of_import on leads (workspace_id, import_id, id) where import_id is not null;
-- The timeline of an opportunity names the lead that it was made of.
create index leads_of_opportunity on leads (workspace_id, opportunity_id) where opportunity_id is not null;
-- The page of a license counts its leads.
create index leads_of_license on leads (workspace_id, business_license_id, id) where business_license_id is not null
  and deleted_at is null;
select build_wall('leads');
select hide_private('leads', 'id');
create trigger leads_owner_sees after update of owner_id on leads for each row
  when (new.owner_id is not null and new.owner_id is distinct from old.owner_id) execute function owner_sees();

create table lead_score_rules (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  label text not null,
  filter jsonb not null,
  points integer not null check (points between -100 and 100),
  enabled boolean not null default true,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index lead_score_rules_workspace on lead_score_rules (workspace_id, position);
select build_wall('lead_score_rules');

create table lead_assignment_rules (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  label text not null,
  -- No conditions: every lead.
  filter jsonb not null,
  owner_ids uuid[] not null,
  -- Whose turn it is. Counts up with each lead; the row's lock lets one at a time.
  turn bigint not null default 0,
  enabled boolean not null default true,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index lead_assignment_rules_workspace on lead_assignment_rules (workspace_id, position);
select build_wall('lead_assignment_rules');

create table lead_forms (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  -- Names the form to visitors' browsers. It opens nothing but this form.
  key text not null,
  fields jsonb not null,
  source text not null default '',
  owner_id uuid,
  tags text[] not null default '{}',
  button text not null,
  thanks text not null,
  consent_text text not null default '',
  -- Sites on which the form may stand, as origins; none: any site.
  origins text[] not null default '{}',
  confirm_email boolean not null default false,
  enabled boolean not null default true,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A submission becomes a lead when somebody approves it.
  needs_approval boolean not null default false,
  unique (key)
);
create index lead_forms_workspace on lead_forms (workspace_id, id);
select build_wall('lead_forms');

-- Submissions of visitors and what became of them, those that were held back included.
create table lead_submissions (
  id uuid primary key,
  workspace_id uuid not null,
  form_id uuid not null references lead_forms (id) on delete cascade,
  state text not null,
  reason text not null default '',
  data jsonb not null,
  origin jsonb not null default '{}',
  -- Hash of the token in the confirmation mail.
  token_hash text,
  lead_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint lead_submissions_state_check check (state in ('accepted', 'unconfirmed', 'waiting', 'rejected', 'spam'))
);
create index lead_submissions_of_form on lead_submissions (workspace_id, form_id, id);
create unique index lead_submissions_token on lead_submissions (token_hash) where token_hash is not null;
select build_wall('lead_submissions');
select hide_private('lead_submissions', 'lead_id');

-- Costs of a channel over some days: advertisements, a fair, a directory. Leads and opportunities name their channel as
-- `source`.
create table channel_costs (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  source text not null check (length(source) between 1 and 120),
  -- Both days included; a report over some of them counts their share.
  from_day date not null,
  to_day date not null,
  amount numeric(19,4) not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  note text not null default '' check (length(note) <= 200),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_by uuid,
  updated_at timestamptz(3) not null default now(),
  check (to_day >= from_day and to_day - from_day < 1100)
);
create index channel_costs_days on channel_costs (workspace_id, to_day desc, id);
select build_wall('channel_costs');

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
  deleted_at timestamptz(3),
  tags text[] not null default '{}',
  custom jsonb not null default '{}',
  search_text text not null default '',
  import_id uuid,
  import_version integer,
  name_key text collate "C" not null default '',
  -- The outcome of its stage, held equal by the reference below.
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  -- Place within its stage on the board (engine/opportunities/rank.ts), compared byte by byte.
  rank text collate "C" not null default 'a0',
  stage_entered_at timestamptz(3) not null default now(),
  closed_at timestamptz(3),
  close_reason_id uuid references close_reasons (id),
  close_note text not null default '',
  -- Null: what its stage says.
  forecast text check (forecast in ('pipeline', 'best', 'commit', 'omitted')),
  description text not null default '',
  next_step text not null default '',
  source text not null default '',
  -- Whether the amount is the sum of lines.
  has_lines boolean not null default false,
  last_activity_at timestamptz(3),
  constraint opportunities_state_of_stage foreign key (stage_id, pipeline_id, state) references stages (id, pipeline_id,
    outcome)
);
create index opportunities_newest on opportunities (workspace_id, id) where deleted_at is null;
create index opportunities_of_contact on opportunities (workspace_id, contact_id) where contact_id is not null;
create index opportunities_of_company on opportunities (workspace_id, company_id) where company_id is not null;
create index opportunities_of_stage on opportunities (workspace_id, stage_id) include (currency, amount, probability)
  where deleted_at is null;
create index opportunities_closing on opportunities (workspace_id, expected_close, id) where deleted_at is null
  and expected_close is not null;
create index opportunities_search on opportunities using gin (workspace_id, search_text gin_trgm_ops);
create index opportunities_on_board on opportunities (workspace_id, stage_id, rank, id) where deleted_at is null;
create index opportunities_by_name on opportunities (workspace_id, name_key, id) where deleted_at is null;
create index opportunities_by_amount on opportunities (workspace_id, amount, id) where deleted_at is null;
create index opportunities_by_updated on opportunities (workspace_id, updated_at, id) where deleted_at is null;
create index opportunities_of_owner on opportunities (workspace_id, owner_id) where deleted_at is null;
create index opportunities_of_license on opportunities (workspace_id, business_license_id, id)
  where business_license_id is not null and deleted_at is null;
create index opportunities_in_trash on opportunities (workspace_id, deleted_at, id) where deleted_at is not null;
-- For stuck opportunities and figures by month.
create index opportunities_still_open on opportunities (workspace_id, owner_id) where deleted_at is null
  and state = 'open';
create index opportunities_of_import on opportunities (workspace_id, import_id, id) where import_id is not null;
create index opportunities_by_expected on opportunities (workspace_id, expected_close, id) where state = 'open'
  and expected_close is not null and deleted_at is null;
create index opportunities_closed_in_stage on opportunities (workspace_id, stage_id, closed_at, id)
  include (currency, amount, probability, pipeline_id) where closed_at is not null and deleted_at is null;
create index opportunities_closed on opportunities (workspace_id, closed_at, id)
  include (pipeline_id, stage_id, state, currency, amount, owner_id, source, close_reason_id, created_at)
  where closed_at is not null and deleted_at is null;
create index opportunities_by_created on opportunities (workspace_id, created_at, id)
  include (pipeline_id, state, currency, amount, owner_id, source, closed_at) where deleted_at is null;
create index opportunities_open on opportunities (workspace_id, pipeline_id, stage_id)
  include (currency, amount, probability, expected_close, owner_id, forecast, stage_entered_at, last_activity_at, id)
  where state = 'open' and deleted_at is null;
select build_wall('opportunities');
select hide_private('opportunities', 'id');
create trigger opportunities_owner_sees after update of owner_id on opportunities for each row
  when (new.owner_id is not null and new.owner_id is distinct from old.owner_id) execute function owner_sees();

-- Each stay of an opportunity in a stage. The stage is named, because the history outlives it.
create table opportunity_stays (
  id uuid primary key,
  workspace_id uuid not null,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  pipeline_id uuid not null,
  stage_id uuid not null,
  stage_name text not null,
  outcome text not null check (outcome in ('open', 'won', 'lost')),
  entered_at timestamptz(3) not null,
  left_at timestamptz(3),
  -- Who moved it in; null for the system.
  moved_by uuid
);
create index opportunity_stays_of_stage on opportunity_stays (workspace_id, stage_id, entered_at);
create index opportunity_stays_of_opportunity on opportunity_stays (workspace_id, opportunity_id, entered_at)
  include (stage_id, outcome, left_at);
select build_wall('opportunity_stays');
select hide_private('opportunity_stays', 'opportunity_id');

create table opportunity_lines (
  id uuid primary key,
  workspace_id uuid not null,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  position integer not null,
  product text not null,
  product_key text collate "C" not null,
  quantity numeric(14,4) not null check (quantity >= 0),
  unit_price numeric(19,4) not null,
  -- Percent.
  discount numeric(7,4) not null default 0 check (discount >= 0 and discount <= 100),
  tax numeric(7,4) not null default 0 check (tax >= 0 and tax <= 100)
);
create index opportunity_lines_of_opportunity on opportunity_lines (workspace_id, opportunity_id, position);
create index opportunity_lines_by_product on opportunity_lines (workspace_id, product_key text_pattern_ops, id);
select build_wall('opportunity_lines');
select hide_private('opportunity_lines', 'opportunity_id');

-- People beside the one main contact, and the part that each plays; the main contact's part too.
create table opportunity_contacts (
  workspace_id uuid not null,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  contact_id uuid not null,
  role text not null default '',
  position integer not null default 0,
  primary key (opportunity_id, contact_id)
);
create index opportunity_contacts_of_contact on opportunity_contacts (workspace_id, contact_id);
select build_wall('opportunity_contacts');
select hide_private('opportunity_contacts', 'opportunity_id');

-- From this day on one unit of `currency` is worth `rate` units of `base`.
create table exchange_rates (
  id uuid primary key,
  workspace_id uuid not null,
  base text not null check (base ~ '^[A-Z]{3}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  day date not null,
  rate numeric(20,10) not null check (rate > 0),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  unique (workspace_id, base, currency, day)
);
select build_wall('exchange_rates');

-- What is to be won in a month, by one person or (no owner) by the whole workspace.
create table sales_goals (
  id uuid primary key,
  workspace_id uuid not null,
  owner_id uuid,
  -- First day of the month.
  month date not null,
  amount numeric(19,4) not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  updated_by uuid,
  updated_at timestamptz(3) not null default now(),
  unique nulls not distinct (workspace_id, month, owner_id)
);
select build_wall('sales_goals');

-- Reports that people keep, when they go out by mail, and what the forecast said on past days.
create table saved_reports (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  name text not null,
  report text not null,
  -- The question: a period relative to the day it is asked, and what narrows it.
  question jsonb not null,
  shared boolean not null default false,
  owner_id uuid,
  -- When it goes out by mail: { every, day, hour, recipients }; null: never.
  schedule jsonb,
  next_at timestamptz(3),
  last_sent_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  updated_by uuid,
  waiting_since timestamptz(3)
);
create index saved_reports_workspace on saved_reports (workspace_id, id);
create index saved_reports_due on saved_reports (next_at) where next_at is not null;
create index saved_reports_owner on saved_reports (workspace_id, owner_id);
select build_wall('saved_reports');

-- What a month was expected to bring, as it looked on a day: one row a day, month and pipeline. Amounts are in
-- `currency`.
create table forecast_snapshots (
  workspace_id uuid not null,
  taken_on date not null,
  -- First day of the month that is forecast.
  month date not null,
  pipeline_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  won numeric(19,4) not null,
  open numeric(19,4) not null,
  weighted numeric(19,4) not null,
  primary key (workspace_id, month, taken_on, pipeline_id)
);
-- When the forecast of a workspace was last kept, in one step.
create index forecast_snapshots_taken on forecast_snapshots (workspace_id, taken_on);
select build_wall('forecast_snapshots');
