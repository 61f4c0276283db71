-- Payments that people make online; see src/domains/payments.
create table online_payments (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- Of whoever asked: the same key is the same payment.
  key text not null,
  amount numeric(18, 4) not null check (amount > 0),
  currency text not null,
  description text not null,
  email text not null default '',
  -- What it is for.
  origin jsonb not null,
  return_to text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'expired', 'refunded')),
  -- Why the last attempt failed, for the person who pays.
  failure text not null default '',
  refunded numeric(18, 4) not null default 0 check (refunded >= 0 and refunded <= amount),
  -- Null for the embedded gateway.
  connection_id uuid,
  provider_id text,
  url text,
  -- A link that expired is replaced by another attempt.
  attempt integer not null default 1,
  asked_at timestamptz(3) not null default now(),
  checked_at timestamptz(3) not null default now(),
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index online_payments_key on online_payments (workspace_id, key);
create index online_payments_newest on online_payments (workspace_id, id desc);
create index online_payments_open on online_payments (checked_at) where state = 'open';
select build_wall('online_payments');

-- The embedded gateway: payments with test cards, which move no money.
create table test_payments (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- In the address of its page.
  token text not null unique,
  key text not null,
  amount numeric(18, 4) not null check (amount > 0),
  currency text not null,
  description text not null,
  return_to text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'expired')),
  -- Last digits of the card.
  card text not null default '',
  -- Amounts by the caller's key.
  refunds jsonb not null default '{}',
  created_at timestamptz(3) not null default now()
);
create unique index test_payments_key on test_payments (workspace_id, key);
select build_wall('test_payments');
