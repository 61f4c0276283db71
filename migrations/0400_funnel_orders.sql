-- Orders of funnels: what a visitor chose, and whether it is paid; see src/domains/funnels.
create table funnel_orders (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  funnel_id uuid not null references funnels (id) on delete cascade,
  version_id uuid not null,
  step_id text collate "C" not null,
  block_id text collate "C" not null,
  variant text collate "C" not null default 'a',
  -- Of the form that was sent: the same form sent again is the same order.
  key text collate "C" not null,
  -- [{ id, name, quantity, price, amount, isBump }]
  items jsonb not null,
  total numeric(18, 4) not null check (total > 0),
  currency text not null,
  -- By the names of a lead's fields.
  data jsonb not null,
  -- Campaign, page, referrer, and the exact wording of the consent.
  origin jsonb not null default '{}',
  state text not null default 'open' check (state in ('open', 'paid', 'refunded')),
  -- Paid at the embedded gateway: no money moved.
  is_test boolean not null default false,
  refunded numeric(18, 4) not null default 0 check (refunded >= 0 and refunded <= total),
  note text not null default '',
  payment_id uuid,
  -- What the buyer became.
  submission_id uuid,
  lead_id uuid references leads (id) on delete set null,
  -- The earlier submission of the same visitor, and who they are in the figures of the day; forgotten once it is paid.
  visitor_submission_id uuid,
  visitor text not null default '',
  day date not null,
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index funnel_orders_key on funnel_orders (workspace_id, key);
create index funnel_orders_newest on funnel_orders (workspace_id, funnel_id, id desc);
create index funnel_orders_paid on funnel_orders (workspace_id, funnel_id, paid_at) where paid_at is not null;
create index funnel_orders_lead on funnel_orders (lead_id) where lead_id is not null;
create index funnel_orders_stale on funnel_orders (created_at) where state = 'open';
select build_wall('funnel_orders');
select hide_private('funnel_orders', 'lead_id');
