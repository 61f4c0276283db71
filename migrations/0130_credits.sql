-- Credits of a workspace: grants are spent, the first to expire first; what is about to cost is reserved, then settled or
-- released. Every change goes through credit_apply(), which locks the row of credit_accounts.
create table credit_accounts (
  workspace_id uuid primary key,
  -- Credits that the workspace has, reserved ones included. What is left to spend is balance - reserved.
  balance numeric(18, 4) not null default 0 check (balance >= 0),
  reserved numeric(18, 4) not null default 0 check (reserved >= 0 and reserved <= balance),
  -- People are told once when less is left; null: never.
  low_below numeric(18, 4) default 100 check (low_below > 0),
  told text not null default 'none' check (told in ('none', 'low', 'out')),
  -- When the next grant or reservation expires.
  due_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index credit_accounts_due on credit_accounts (due_at) where due_at is not null;
select build_wall('credit_accounts');

create table credit_grants (
  id uuid primary key,
  workspace_id uuid not null,
  -- Names the occasion: a second grant under the same key is the same grant.
  key text not null,
  source text not null check (source in ('start', 'gift', 'purchase', 'plan', 'refund')),
  amount numeric(18, 4) not null check (amount > 0),
  -- Neither spent, reserved, expired, nor taken back.
  remaining numeric(18, 4) not null check (remaining >= 0 and remaining <= amount),
  reason text not null default '',
  granted_by uuid,
  -- As they were called then: people of a client do not see the accounts of the operations team.
  granted_by_name text,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index credit_grants_key on credit_grants (workspace_id, key);
create index credit_grants_open on credit_grants (workspace_id, expires_at, created_at, id) where remaining > 0;
create index credit_grants_list on credit_grants (workspace_id, created_at desc, id desc);
select build_wall('credit_grants');

create table credit_reservations (
  id uuid primary key,
  workspace_id uuid not null,
  key text not null,
  state text not null default 'open' check (state in ('open', 'settled', 'released', 'expired')),
  feature text not null,
  user_id uuid,
  amount numeric(18, 4) not null check (amount > 0),
  -- What it cost in the end, and what was charged of that: less where the balance did not reach.
  cost numeric(18, 4),
  charged numeric(18, 4),
  note text not null default '',
  -- The grants that it draws on, with how much of each as decimal text.
  grant_ids uuid[] not null,
  grant_amounts text[] not null,
  -- The day and the month in which it counts, in the workspace's zone.
  day date not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
create unique index credit_reservations_key on credit_reservations (workspace_id, key);
create index credit_reservations_open on credit_reservations (workspace_id, expires_at) where state = 'open';
select build_wall('credit_reservations');

-- The ledger: `amount` sums to the balance, `held` to what is reserved. Only added to.
create table credit_entries (
  id bigint generated always as identity primary key,
  workspace_id uuid not null,
  kind text not null check (kind in ('grant', 'reserve', 'settle', 'release', 'expire', 'revoke')),
  amount numeric(18, 4) not null,
  held numeric(18, 4) not null,
  -- After this entry.
  balance numeric(18, 4) not null,
  reserved numeric(18, 4) not null,
  feature text,
  user_id uuid,
  grant_id uuid,
  reservation_id uuid,
  note text not null default '',
  created_at timestamptz(3) not null default now()
);
create index credit_entries_list on credit_entries (workspace_id, id desc);
create index credit_entries_moves on credit_entries (workspace_id, id desc) where amount <> 0;
create index credit_entries_time on credit_entries (workspace_id, created_at desc);
select build_wall('credit_entries');
revoke update, delete on credit_entries from gauntlet_app;

-- What was used, by day and by month: figures of the page, and what limits are checked against.
create table credit_usage (
  workspace_id uuid not null,
  period text not null check (period in ('day', 'month')),
  starts date not null,
  feature text not null,
  -- All zeros where no person used it.
  user_id uuid not null,
  used numeric(18, 4) not null default 0,
  held numeric(18, 4) not null default 0,
  times integer not null default 0,
  primary key (workspace_id, period, starts, feature, user_id)
);
select build_wall('credit_usage');

create table credit_limits (
  id uuid primary key,
  workspace_id uuid not null,
  period text not null check (period in ('day', 'month')),
  -- `all` together, `each` person for themselves, or one `person`.
  who text not null check (who in ('all', 'each', 'person')),
  user_id uuid,
  -- Null: all features together.
  feature text,
  amount numeric(18, 4) not null check (amount >= 0),
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  check ((who = 'person') = (user_id is not null))
);
create unique index credit_limits_once on credit_limits (workspace_id, period, who, coalesce(user_id,
  '00000000-0000-0000-0000-000000000000'), coalesce(feature, ''));
select build_wall('credit_limits');
