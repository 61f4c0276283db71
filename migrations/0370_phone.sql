-- Phone agents, their calls, and what was said; see src/domains/phone.
create table phone_agents (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  version integer not null default 1,
  name text not null check (length(name) between 1 and 80),
  greeting text not null,
  goal text not null default '',
  language text not null default 'en-US',
  voice text not null default '',
  number text collate "C",
  -- Since when the number is this agent's: of several workspaces, the first one has it.
  number_since timestamptz(3),
  is_on boolean not null default true,
  time_zone text not null,
  hours jsonb not null default '[]',
  steps jsonb not null,
  max_minutes integer not null check (max_minutes between 1 and 60),
  owner_id uuid references users (id) on delete set null,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index phone_agents_number on phone_agents (workspace_id, number) where number is not null;
create index phone_agents_dialed on phone_agents (number, number_since) where number is not null;
create index phone_agents_workspace on phone_agents (workspace_id);
create index phone_agents_owner on phone_agents (owner_id);
create index phone_agents_created_by on phone_agents (created_by);
select build_wall('phone_agents');

create table phone_calls (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  agent_id uuid references phone_agents (id) on delete set null,
  agent_name text not null,
  kind text not null check (kind in ('inbound', 'test')),
  state text not null check (state in ('ringing', 'live', 'ended')),
  -- The other side's number in E.164; blank when it is withheld.
  number text collate "C" not null default '',
  dialed text collate "C" not null default '',
  contact_id uuid,
  connection_id uuid references connections (id) on delete set null,
  carrier_id text,
  -- Of the address of the call's socket, which is used once.
  token_hash text,
  token_expires_at timestamptz(3),
  -- Where the carrier should put the caller through after the agent.
  transfer_to text,
  outcome text check (outcome in ('completed', 'message', 'callback', 'transferred', 'abandoned', 'limit', 'failed')),
  message text not null default '',
  task_id uuid,
  activity_id uuid,
  started_at timestamptz(3) not null default now(),
  connected_at timestamptz(3),
  ended_at timestamptz(3),
  -- When its process last wrote: one that is silent for long has died.
  seen_at timestamptz(3) not null default now(),
  check ((state = 'ended') = (outcome is not null))
);
create unique index phone_calls_carrier on phone_calls (connection_id, carrier_id) where carrier_id is not null;
create unique index phone_calls_token on phone_calls (token_hash) where token_hash is not null;
create index phone_calls_latest on phone_calls (workspace_id, started_at desc, id desc);
create index phone_calls_contact on phone_calls (contact_id) where contact_id is not null;
create index phone_calls_agent on phone_calls (agent_id);
create index phone_calls_open on phone_calls (seen_at) where state <> 'ended';
select build_wall('phone_calls');
select hide_private('phone_calls', 'contact_id');

create table phone_turns (
  call_id uuid not null references phone_calls (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  position integer not null check (position >= 0),
  by text not null check (by in ('agent', 'caller', 'note')),
  text text not null,
  at_ms integer not null,
  latency_ms integer,
  is_cut boolean not null default false,
  primary key (call_id, position)
);
create index phone_turns_workspace on phone_turns (workspace_id);
select build_wall('phone_turns');
