-- Messages to people outside, by mail or SMS; see src/domains/messaging.
create table message_settings (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  version integer not null default 1,
  settings jsonb not null,
  updated_at timestamptz(3) not null default now()
);
select build_wall('message_settings');

-- Each address that was written to. Links in messages name it by its id, so that they work as long as it is there.
create table message_addresses (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  -- Lower case, or E.164.
  address text collate "C" not null,
  created_at timestamptz(3) not null default now()
);
create unique index message_addresses_address on message_addresses (workspace_id, channel, address);
select build_wall('message_addresses');

-- Who agreed to what, when, in which words, and how that is known. Of two rows the later one counts.
create table consent_events (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  address text collate "C" not null,
  -- `all`: every purpose but transactional.
  purpose text not null check (purpose in ('all', 'service', 'marketing', 'newsletter')),
  state text not null check (state in ('granted', 'withdrawn')),
  -- The words that the person read, or said.
  wording text not null default '',
  source text not null,
  -- Facts that prove it: address of the network, browser, message, form.
  proof jsonb not null default '{}',
  contact_id uuid,
  -- The person of the workspace who recorded it; null when the person outside did it themselves.
  recorded_by uuid,
  at timestamptz(3) not null default now()
);
create index consent_events_address on consent_events (workspace_id, channel, address, id desc);
create index consent_events_contact on consent_events (workspace_id, contact_id, id desc) where contact_id is not null;
select build_wall('consent_events');
select hide_private('consent_events', 'contact_id');
revoke update, delete on consent_events from gauntlet_app;
create trigger consent_events_append_only before update or delete on consent_events for each row
  execute function refuse_consent_change();

-- Addresses to which nothing is sent, whatever the purpose.
create table suppressions (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms')),
  address text collate "C" not null,
  reason text not null check (reason in ('bounced', 'complained', 'stopped', 'manual', 'imported')),
  note text not null default '',
  created_by uuid,
  created_at timestamptz(3) not null default now()
);
create unique index suppressions_address on suppressions (workspace_id, channel, address);
create index suppressions_newest on suppressions (workspace_id, id desc);
select build_wall('suppressions');

-- Everything that is said to somebody outside, from the wish to the outcome.
create table messages (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  -- Of whoever asked: the same key is the same message.
  key text not null,
  channel text not null check (channel in ('email', 'sms')),
  purpose text not null check (purpose in ('transactional', 'service', 'marketing', 'newsletter')),
  address_id uuid not null references message_addresses (id),
  address text collate "C" not null,
  -- Domain of the address, or country prefix of the number.
  destination text collate "C" not null,
  name text not null default '',
  contact_id uuid,
  subject text not null default '',
  text text not null,
  html text,
  origin jsonb,
  -- To somebody of the workspace itself.
  is_internal boolean not null default false,
  state text not null check (state in
    ('queued', 'held', 'sending', 'sent', 'kept', 'refused', 'failed', 'unknown', 'bounced', 'complained')),
  why text not null default '',
  -- Code of the reason, for counting.
  reason text not null default '',
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  -- When the last attempt began: a row that stays `sending` after it has an unknown outcome.
  handed_at timestamptz(3),
  -- Message-ID, or the id at the SMS provider.
  provider_id text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create unique index messages_key on messages (workspace_id, key);
create index messages_due on messages (workspace_id, due_at, id) where state in ('queued', 'held');
create index messages_sending on messages (handed_at) where state = 'sending';
create index messages_newest on messages (workspace_id, id desc);
create index messages_address on messages (workspace_id, address, id desc);
create index messages_contact on messages (workspace_id, contact_id, id desc) where contact_id is not null;
create index messages_handed on messages (workspace_id, handed_at) where handed_at is not null;
create index messages_provider_id on messages (workspace_id, provider_id) where provider_id is not null;
select build_wall('messages');
select hide_private('messages', 'contact_id');

-- Domains in whose name mail is signed (DKIM).
create table sending_domains (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  domain text collate "C" not null,
  selector text not null,
  -- Sealed, PEM.
  private_key text not null,
  -- Base64 of the public key, as it stands in the DNS.
  public_key text not null,
  -- What the last check found, by record: dkim, spf, dmarc.
  checks jsonb not null default '{}',
  verified_at timestamptz(3),
  checked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index sending_domains_domain on sending_domains (workspace_id, domain);
select build_wall('sending_domains');
