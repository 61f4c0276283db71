-- Benchmarks over client businesses, of the whole installation: aggregates only. Values of single clients are not kept.
create table benchmark_measurements (
  id uuid primary key,
  measured_on date not null unique,
  measured_at timestamptz(3) not null default now(),
  contributing integer not null check (contributing >= 0),
  opted_out integer not null check (opted_out >= 0),
  all_clients integer not null check (all_clients >= 0)
);
comment on column benchmark_measurements.measured_on is 'Of UTC; one measurement a day, so that its noise cannot be averaged out';

create table benchmark_figures (
  id uuid primary key,
  measurement_id uuid not null references benchmark_measurements (id) on delete cascade,
  group_key text not null,
  metric text not null,
  clients integer not null check (clients >= 0),
  lower numeric,
  middle numeric,
  upper numeric,
  noise numeric,
  withheld text check (withheld in ('too few clients', 'one client dominates')),
  check ((withheld is null) = (middle is not null))
);
create unique index benchmark_figures_place on benchmark_figures (measurement_id, group_key, metric);
comment on column benchmark_figures.group_key is 'all, country:US, with:<practice>, or without:<practice>';

create table benchmark_opt_outs (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  opted_out_by uuid references users (id) on delete set null,
  opted_out_at timestamptz(3) not null default now()
);
create index benchmark_opt_outs_by on benchmark_opt_outs (opted_out_by);
select build_wall('benchmark_opt_outs');

create table benchmark_dismissals (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  suggestion text not null check (length(suggestion) <= 80),
  dismissed_at timestamptz(3) not null default now(),
  primary key (workspace_id, suggestion)
);
select build_wall('benchmark_dismissals');

-- Questions that several models answer.
create table councils (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  question text not null check (length(question) between 1 and 4000),
  with_benchmarks boolean not null,
  answers jsonb not null,
  conclusion jsonb,
  state text not null check (state in ('answering', 'ranking', 'concluding', 'done', 'failed', 'stopped')),
  error text not null default '',
  job_id uuid,
  started_by uuid references users (id) on delete set null,
  started_name text not null default '',
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index councils_workspace on councils (workspace_id, id);
create index councils_started_by on councils (started_by);
comment on column councils.answers is 'One for each model: letter, connection, model, text, ranking, and the runs that they took';
select build_wall('councils');
