-- Leads: who may become a customer. `name` is what one is called in a line; columns that end in _key hold folded text.
alter table leads
  add column first_name text not null default '',
  add column last_name text not null default '',
  add column title text not null default '',
  add column website text not null default '',
  add column city text not null default '',
  add column country text not null default '',
  add column about text not null default '',
  add column business_license_id uuid,
  -- Why it is not a good lead, when its status says so.
  add column status_reason text not null default '',
  add column status_since timestamptz(3) not null default now(),
  -- What the score is made of: [{ruleId, label, points}], in the order of the rules.
  add column score_reasons jsonb not null default '[]',
  add column last_activity_at timestamptz(3),
  -- What it became.
  add column company_id uuid,
  add column opportunity_id uuid,
  add column converted_at timestamptz(3),
  -- What the conversion did, so that it can be undone.
  add column conversion jsonb,
  add column form_id uuid,
  -- Where a visitor came from: page, referrer, utm_*.
  add column origin jsonb not null default '{}',
  add column name_key text collate "C" not null default '',
  add column company_key text collate "C" not null default '',
  add column email_key text collate "C" not null default '';
--> statement-breakpoint
update leads set last_name = name, name_key = lower(name), company_key = lower(company_name), email_key = lower(email), status_since = updated_at;
--> statement-breakpoint
create index leads_by_name on leads (workspace_id, name_key, id) where deleted_at is null;
--> statement-breakpoint
create index leads_by_company on leads (workspace_id, company_key, id) where deleted_at is null;
--> statement-breakpoint
create index leads_by_created on leads (workspace_id, created_at, id) where deleted_at is null;
--> statement-breakpoint
create index leads_by_updated on leads (workspace_id, updated_at, id) where deleted_at is null;
--> statement-breakpoint
create index leads_by_activity on leads (workspace_id, last_activity_at, id) where deleted_at is null and last_activity_at is not null;
--> statement-breakpoint
create index leads_by_score on leads (workspace_id, score, id) where deleted_at is null and score is not null;
--> statement-breakpoint
create index leads_by_status on leads (workspace_id, status, score desc, id) where deleted_at is null;
--> statement-breakpoint
create index leads_by_email on leads (workspace_id, email_key, id) where deleted_at is null and email_key <> '';
--> statement-breakpoint
create index leads_by_phone on leads (workspace_id, phone) where deleted_at is null and phone <> '';
--> statement-breakpoint
create index leads_in_trash on leads (workspace_id, deleted_at, id) where deleted_at is not null;
--> statement-breakpoint
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
--> statement-breakpoint
create index lead_score_rules_workspace on lead_score_rules (workspace_id, position);
--> statement-breakpoint
create table lead_assignment_rules (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  label text not null,
  -- No conditions: every lead.
  filter jsonb not null,
  owner_ids uuid[] not null,
  -- Whose turn it is: counts up with each lead, by the row's lock one at a time.
  turn bigint not null default 0,
  enabled boolean not null default true,
  position integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index lead_assignment_rules_workspace on lead_assignment_rules (workspace_id, position);
--> statement-breakpoint
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
  unique (key)
);
--> statement-breakpoint
create index lead_forms_workspace on lead_forms (workspace_id, id);
--> statement-breakpoint
-- What visitors sent, and what became of it: also what was kept back, so that nothing is lost to a wrong guess.
create table lead_submissions (
  id uuid primary key,
  workspace_id uuid not null,
  form_id uuid not null references lead_forms (id) on delete cascade,
  state text not null check (state in ('accepted', 'unconfirmed', 'spam')),
  reason text not null default '',
  data jsonb not null,
  origin jsonb not null default '{}',
  -- Hash of the token in the confirmation mail.
  token_hash text,
  lead_id uuid,
  created_at timestamptz(3) not null default now()
);
--> statement-breakpoint
create index lead_submissions_of_form on lead_submissions (workspace_id, form_id, id);
--> statement-breakpoint
create unique index lead_submissions_token on lead_submissions (token_hash) where token_hash is not null;
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['lead_score_rules', 'lead_assignment_rules', 'lead_forms', 'lead_submissions']) as walled;
