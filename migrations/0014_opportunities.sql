-- Pipelines that people edit, and opportunities as a whole: their place on the board, stays in stages, lines, people, reasons,
-- exchange rates and goals.
alter table pipelines
  add column version integer not null default 1,
  add column archived_at timestamptz(3),
  add column updated_at timestamptz(3) not null default now();
--> statement-breakpoint
alter table stages
  add column color text not null default 'slate' check (color in ('slate', 'blue', 'cyan', 'teal', 'green', 'lime', 'amber', 'orange', 'red', 'pink', 'purple', 'indigo')),
  -- What its opportunities count as in the forecast, unless they say otherwise themselves.
  add column forecast text not null default 'pipeline' check (forecast in ('pipeline', 'best', 'commit', 'omitted')),
  -- Days without a move or an activity after which an opportunity counts as stuck.
  add column rotting_days integer check (rotting_days between 1 and 3650),
  -- Fields that an opportunity needs to enter.
  add column required_fields text[] not null default '{}';
--> statement-breakpoint
update stages set
  forecast = case when outcome = 'won' or probability >= 75 then 'commit' when outcome = 'lost' then 'omitted' when probability >= 50 then 'best' else 'pipeline' end,
  color = case when outcome = 'won' then 'green' when outcome = 'lost' then 'red' else 'blue' end;
--> statement-breakpoint
alter table stages add constraint stages_outcome unique (id, pipeline_id, outcome);
--> statement-breakpoint
create table close_reasons (
  id uuid primary key,
  workspace_id uuid not null,
  outcome text not null check (outcome in ('won', 'lost')),
  label text not null,
  position integer not null default 0,
  archived_at timestamptz(3)
);
--> statement-breakpoint
create index close_reasons_workspace on close_reasons (workspace_id, outcome, position);
--> statement-breakpoint
alter table opportunities
  add column name_key text collate "C" not null default '',
  -- The outcome of its stage, held equal by the reference below.
  add column state text not null default 'open' check (state in ('open', 'won', 'lost')),
  -- Place within its stage on the board (engine/opportunities/rank.ts), compared byte by byte.
  add column rank text collate "C" not null default 'a0',
  add column stage_entered_at timestamptz(3) not null default now(),
  add column closed_at timestamptz(3),
  add column close_reason_id uuid references close_reasons (id),
  add column close_note text not null default '',
  -- Null: what its stage says.
  add column forecast text check (forecast in ('pipeline', 'best', 'commit', 'omitted')),
  add column description text not null default '',
  add column next_step text not null default '',
  add column source text not null default '',
  -- Whether the amount is the sum of lines.
  add column has_lines boolean not null default false,
  add column last_activity_at timestamptz(3);
--> statement-breakpoint
update opportunities o set
  name_key = lower(o.name), state = s.outcome, stage_entered_at = o.updated_at, closed_at = case when s.outcome <> 'open' then o.updated_at end,
  rank = 'd' || substr(d.digits, (r.n / 238328 % 62 + 1)::int, 1) || substr(d.digits, (r.n / 3844 % 62 + 1)::int, 1) || substr(d.digits, (r.n / 62 % 62 + 1)::int, 1) || substr(d.digits, (r.n % 62 + 1)::int, 1)
from stages s, (select id, row_number() over (partition by stage_id order by id desc) as n from opportunities) r,
  (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'::text as digits) d
where s.id = o.stage_id and r.id = o.id;
--> statement-breakpoint
alter table opportunities add constraint opportunities_state_of_stage foreign key (stage_id, pipeline_id, state) references stages (id, pipeline_id, outcome);
--> statement-breakpoint
create index opportunities_on_board on opportunities (workspace_id, stage_id, rank, id) where deleted_at is null;
--> statement-breakpoint
create index opportunities_by_name on opportunities (workspace_id, name_key, id) where deleted_at is null;
--> statement-breakpoint
create index opportunities_by_amount on opportunities (workspace_id, amount, id) where deleted_at is null;
--> statement-breakpoint
create index opportunities_by_created on opportunities (workspace_id, created_at, id) where deleted_at is null;
--> statement-breakpoint
create index opportunities_by_updated on opportunities (workspace_id, updated_at, id) where deleted_at is null;
--> statement-breakpoint
-- Sums and forecast of what is open, and what was closed when.
create index opportunities_open on opportunities (workspace_id, pipeline_id, stage_id) include (currency, amount, probability, expected_close, owner_id) where state = 'open' and deleted_at is null;
--> statement-breakpoint
create index opportunities_closed on opportunities (workspace_id, closed_at, id) include (pipeline_id, stage_id, state, currency, amount, owner_id) where closed_at is not null and deleted_at is null;
--> statement-breakpoint
create index opportunities_of_owner on opportunities (workspace_id, owner_id) where deleted_at is null;
--> statement-breakpoint
create index opportunities_of_license on opportunities (workspace_id, business_license_id, id) where business_license_id is not null and deleted_at is null;
--> statement-breakpoint
create index opportunities_in_trash on opportunities (workspace_id, deleted_at, id) where deleted_at is not null;
--> statement-breakpoint
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
--> statement-breakpoint
create index opportunity_stays_of_opportunity on opportunity_stays (workspace_id, opportunity_id, entered_at);
--> statement-breakpoint
create index opportunity_stays_of_stage on opportunity_stays (workspace_id, stage_id, entered_at);
--> statement-breakpoint
insert into opportunity_stays (id, workspace_id, opportunity_id, pipeline_id, stage_id, stage_name, outcome, entered_at)
select gen_random_uuid(), o.workspace_id, o.id, o.pipeline_id, o.stage_id, s.name, s.outcome, o.stage_entered_at
from opportunities o join stages s on s.id = o.stage_id;
--> statement-breakpoint
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
--> statement-breakpoint
create index opportunity_lines_of_opportunity on opportunity_lines (workspace_id, opportunity_id, position);
--> statement-breakpoint
create index opportunity_lines_by_product on opportunity_lines (workspace_id, product_key text_pattern_ops, id);
--> statement-breakpoint
-- People beside the one main contact, and the part that each plays; the main contact's part too.
create table opportunity_contacts (
  workspace_id uuid not null,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  contact_id uuid not null,
  role text not null default '',
  position integer not null default 0,
  primary key (opportunity_id, contact_id)
);
--> statement-breakpoint
create index opportunity_contacts_of_contact on opportunity_contacts (workspace_id, contact_id);
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array[
  'close_reasons', 'opportunity_stays', 'opportunity_lines', 'opportunity_contacts', 'exchange_rates', 'sales_goals'
]) as walled;
