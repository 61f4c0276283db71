-- Language models: which one serves which purpose, what it costs, how much a workspace may use, and every call.

-- In the order of `position`: the next is asked when the one before does not answer. Rows without a workspace are the
-- installation's.
create table model_choices (
  id uuid primary key,
  workspace_id uuid,
  purpose text not null check (purpose in ('draft', 'classify', 'answer', 'plan', 'vision', 'embed')),
  position integer not null,
  connection_id uuid not null references connections (id) on delete cascade,
  model text not null,
  max_tokens integer check (max_tokens between 16 and 200000)
);
create unique index model_choices_place on model_choices (coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'), purpose, position);
create index model_choices_connection on model_choices (connection_id);
comment on column model_choices.max_tokens is 'Most tokens of a reply; null: what the purpose needs';
select build_wall('model_choices');

-- Of the installation. Prices are US dollars for a million tokens.
create table model_prices (
  id uuid primary key,
  model text not null unique,
  input_price numeric(12, 4) not null check (input_price >= 0),
  cached_price numeric(12, 4) check (cached_price >= 0),
  output_price numeric(12, 4) not null check (output_price >= 0),
  context_tokens integer check (context_tokens between 1000 and 20000000),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
comment on column model_prices.model is 'Name of the model, or the beginning of names with * at its end';
comment on column model_prices.cached_price is 'Of tokens from the provider''s cache; null: as others';

-- The row without a workspace is for every workspace that has none of its own.
create table model_limits (
  id uuid primary key,
  workspace_id uuid unique nulls not distinct,
  tokens_per_day bigint check (tokens_per_day >= 0),
  dollars_per_month numeric(12, 2) check (dollars_per_month >= 0),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
select build_wall('model_limits');

create table model_calls (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid references users (id) on delete set null,
  run_id uuid,
  purpose text not null,
  connection_id uuid references connections (id) on delete set null,
  model text not null,
  state text not null check (state in ('running', 'done', 'failed', 'stopped')),
  error text not null default '',
  attempts integer not null default 1,
  input_tokens integer not null default 0,
  cached_tokens integer not null default 0,
  output_tokens integer not null default 0,
  cost numeric(16, 6),
  first_ms integer,
  total_ms integer,
  created_at timestamptz(3) not null default now()
);
create index model_calls_time on model_calls (created_at, id);
create index model_calls_workspace on model_calls (workspace_id, created_at);
create index model_calls_connection on model_calls (connection_id);
create index model_calls_user on model_calls (user_id);
comment on column model_calls.input_tokens is 'While it runs an estimate, so that limits hold for calls at the same time';
comment on column model_calls.cost is 'US dollars; null where the model has no price';
select build_wall('model_calls');

-- What assistants did, step by step.
create table assistant_runs (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid references users (id) on delete cascade,
  purpose text not null,
  state text not null check (state in ('running', 'done', 'failed', 'stopped', 'refused', 'budget')),
  instructions text not null,
  budget jsonb not null,
  tokens integer not null default 0,
  credits numeric(18, 4),
  error text not null default '',
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3)
);
create index assistant_runs_time on assistant_runs (created_at);
create index assistant_runs_user on assistant_runs (user_id, created_at);
select build_wall('assistant_runs');

create table assistant_steps (
  run_id uuid not null references assistant_runs (id) on delete cascade,
  position integer not null,
  workspace_id uuid not null,
  kind text not null check (kind in ('model', 'tool', 'repair')),
  name text not null,
  input jsonb not null,
  output jsonb,
  error text not null default '',
  tokens integer not null default 0,
  ms integer not null default 0,
  primary key (run_id, position)
);
select build_wall('assistant_steps');

-- What people asked, and the answers.
create table assistant_conversations (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  title text not null,
  created_at timestamptz(3) not null default now(),
  last_message_at timestamptz(3) not null default now()
);
create index assistant_conversations_user on assistant_conversations (user_id, workspace_id, last_message_at desc, id desc);
select build_wall('assistant_conversations');

create table assistant_messages (
  id uuid primary key,
  workspace_id uuid not null,
  conversation_id uuid not null references assistant_conversations (id) on delete cascade,
  side text not null check (side in ('person', 'assistant', 'note')),
  state text not null default 'done' check (state in ('done', 'stopped', 'failed')),
  text text not null,
  error text not null default '',
  place text,
  sources jsonb not null default '[]',
  records jsonb not null default '[]',
  run_id uuid references assistant_runs (id) on delete set null,
  created_at timestamptz(3) not null default now()
);
create index assistant_messages_conversation on assistant_messages (conversation_id, created_at desc, id desc);
create index assistant_messages_run on assistant_messages (run_id);
select build_wall('assistant_messages');

-- Acts that an assistant proposes: nothing happens before the person confirms.
create table assistant_proposals (
  id uuid primary key,
  workspace_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  conversation_id uuid not null references assistant_conversations (id) on delete cascade,
  message_id uuid not null,
  tool text not null,
  title text not null,
  lines jsonb not null,
  call jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'declined', 'undone', 'failed')),
  error text not null default '',
  subject jsonb,
  undo jsonb,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);
create index assistant_proposals_conversation on assistant_proposals (conversation_id, id);
create index assistant_proposals_user on assistant_proposals (user_id);
comment on column assistant_proposals.call is 'The call of the API that confirming makes: method, path, parameters, body';
comment on column assistant_proposals.undo is 'The call that undoes it; null where nothing can';
select build_wall('assistant_proposals');
