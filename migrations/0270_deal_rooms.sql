-- Deal rooms for few, large deals: plan, proposals, acceptance, payments; see src/domains/deal-rooms.
create table deal_room_settings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  -- Opportunities from this amount on are listed, in the workspace's currency.
  threshold numeric(18, 4) not null default 10000 check (threshold >= 0),
  -- Days without an activity, and without a visit of the buyer, that count as a risk.
  quiet_days integer not null default 14 check (quiet_days between 1 and 365),
  buyer_quiet_days integer not null default 10 check (buyer_quiet_days between 1 and 365),
  updated_at timestamptz(3) not null default now()
);
select build_wall('deal_room_settings');

create table deal_rooms (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  -- What the buyer reads on top of the page.
  welcome text not null default '',
  -- Another number makes another address, so an address that was turned off stays off.
  link_number integer not null default 1,
  link_on boolean not null default false,
  link_since timestamptz(3),
  link_expires_at timestamptz(3),
  visits integer not null default 0,
  last_visit_at timestamptz(3),
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index deal_rooms_opportunity on deal_rooms (opportunity_id);
create index deal_rooms_workspace on deal_rooms (workspace_id, id);
select build_wall('deal_rooms');
select hide_private('deal_rooms', 'opportunity_id');

-- How somebody of the buyer's side stands; that they have a part in the deal is kept with the opportunity.
create table deal_stances (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  contact_id uuid not null references contacts (id) on delete cascade,
  influence text not null default 'unknown' check (influence in ('unknown', 'low', 'medium', 'high')),
  stance text not null default 'unknown'
    check (stance in ('unknown', 'champion', 'supporter', 'neutral', 'skeptic', 'blocker')),
  note text not null default '',
  primary key (opportunity_id, contact_id)
);
create index deal_stances_contact on deal_stances (contact_id);
create index deal_stances_workspace on deal_stances (workspace_id);
select build_wall('deal_stances');
select hide_private('deal_stances', 'opportunity_id', 'contact_id');

create table deal_actions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  room_id uuid not null references deal_rooms (id) on delete cascade,
  title text not null check (title <> ''),
  side text not null check (side in ('us', 'buyer')),
  -- Of our side.
  owner_id uuid,
  -- Of the buyer's side, as the page names them.
  owner_name text not null default '',
  due_day date,
  done_at timestamptz(3),
  -- Who ticked it off: a teammate's name, or `Buyer`.
  done_by text not null default '',
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index deal_actions_room on deal_actions (room_id, position, id);
create index deal_actions_opportunity on deal_actions (opportunity_id);
create index deal_actions_workspace on deal_actions (workspace_id);
select build_wall('deal_actions');
select hide_private('deal_actions', 'opportunity_id');

-- Each version is a row. Once sent, its document never changes.
create table deal_proposals (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  room_id uuid not null references deal_rooms (id) on delete cascade,
  number integer not null,
  state text not null default 'draft'
    check (state in ('draft', 'sent', 'accepted', 'declined', 'withdrawn', 'replaced')),
  content jsonb not null,
  -- Last day on which it can be accepted, in the workspace's zone.
  valid_until date,
  sent_to jsonb not null default '[]',
  sent_at timestamptz(3),
  first_seen_at timestamptz(3),
  declined_at timestamptz(3),
  decline_reason text not null default '',
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index deal_proposals_number on deal_proposals (room_id, number);
create unique index deal_proposals_open on deal_proposals (room_id) where state in ('sent', 'accepted');
create unique index deal_proposals_draft on deal_proposals (room_id) where state = 'draft';
create index deal_proposals_opportunity on deal_proposals (opportunity_id);
create index deal_proposals_workspace on deal_proposals (workspace_id);
select build_wall('deal_proposals');
select hide_private('deal_proposals', 'opportunity_id');
create trigger deal_proposals_stay before update on deal_proposals for each row
  when (old.state <> 'draft'
    and (new.content is distinct from old.content or new.valid_until is distinct from old.valid_until))
  execute function refuse_deal_change();

-- What the buyer signed, as proof.
create table deal_acceptances (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  proposal_id uuid not null references deal_proposals (id) on delete cascade,
  name text not null check (name <> ''),
  email text not null default '',
  -- The words that were agreed to.
  consent text not null,
  -- The signed text, and its SHA-256 in hexadecimal.
  document text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Ids of the optional lines that were chosen.
  chosen jsonb not null default '[]',
  currency text not null,
  net numeric(18, 4) not null,
  total numeric(18, 4) not null,
  ip text not null,
  user_agent text not null,
  accepted_at timestamptz(3) not null
);
create unique index deal_acceptances_proposal on deal_acceptances (proposal_id);
create index deal_acceptances_opportunity on deal_acceptances (opportunity_id);
create index deal_acceptances_workspace on deal_acceptances (workspace_id);
select build_wall('deal_acceptances');
select hide_private('deal_acceptances', 'opportunity_id');
create trigger deal_acceptances_stay before update on deal_acceptances for each row
  execute function refuse_deal_change();

create table deal_installments (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  room_id uuid not null references deal_rooms (id) on delete cascade,
  proposal_id uuid not null references deal_proposals (id) on delete cascade,
  position integer not null,
  label text not null,
  amount numeric(18, 4) not null check (amount > 0),
  currency text not null,
  -- Due on a day, or once the milestone is reached; that sets the day.
  due_day date,
  milestone text not null default '',
  -- The payment link in use.
  payment_id uuid,
  paid numeric(18, 4) not null default 0 check (paid >= 0),
  refunded numeric(18, 4) not null default 0 check (refunded >= 0 and refunded <= paid),
  paid_at timestamptz(3),
  -- `online`, or how it was received otherwise.
  method text not null default '',
  note text not null default '',
  reminded_at timestamptz(3),
  reminders integer not null default 0,
  check (paid = 0 or paid = amount)
);
create index deal_installments_room on deal_installments (room_id, position);
create index deal_installments_proposal on deal_installments (proposal_id);
create index deal_installments_opportunity on deal_installments (opportunity_id);
create index deal_installments_due on deal_installments (due_day) where paid = 0;
create index deal_installments_workspace on deal_installments (workspace_id);
select build_wall('deal_installments');
select hide_private('deal_installments', 'opportunity_id');

-- Who gets which share of the cash that comes in.
create table deal_splits (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  role text not null check (role in ('setter', 'closer')),
  user_id uuid not null,
  percent numeric(7, 4) not null check (percent > 0 and percent <= 100),
  primary key (opportunity_id, role)
);
create index deal_splits_workspace on deal_splits (workspace_id);
select build_wall('deal_splits');
select hide_private('deal_splits', 'opportunity_id');

-- Only added to; below zero for refunds.
create table deal_commissions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  opportunity_id uuid not null references opportunities (id) on delete cascade,
  installment_id uuid not null references deal_installments (id) on delete cascade,
  role text not null check (role in ('setter', 'closer')),
  user_id uuid not null,
  percent numeric(7, 4) not null,
  -- The cash that the amount is a share of.
  base numeric(18, 4) not null,
  amount numeric(18, 4) not null,
  currency text not null,
  -- Of the payment or refund, in the workspace's zone.
  day date not null,
  state text not null default 'earned' check (state in ('earned', 'approved', 'paid')),
  approved_by uuid,
  approved_at timestamptz(3),
  paid_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index deal_commissions_month on deal_commissions (workspace_id, day, user_id);
create index deal_commissions_installment on deal_commissions (installment_id);
create index deal_commissions_opportunity on deal_commissions (opportunity_id);
select build_wall('deal_commissions');
select hide_private('deal_commissions', 'opportunity_id');
