-- Rules of a mailbox, and every application of one.
create table mail_rules (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  name text not null check (name <> ''),
  position integer not null,
  is_on boolean not null default true,
  conditions jsonb not null,
  acts jsonb not null,
  -- Whether later rules still look at a message that it applies to.
  ends_here boolean not null default false,
  applied integer not null default 0,
  applied_at timestamptz(3),
  checked_at timestamptz(3),
  failed_at timestamptz(3),
  failure text not null default '',
  version integer not null default 1,
  created_at timestamptz(3) not null default now()
);
create index mail_rules_account on mail_rules (account_id, position, id);
create index mail_rules_workspace on mail_rules (workspace_id);
select build_wall('mail_rules');
create policy mail_readers on mail_rules as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));

create table mail_rule_log (
  id uuid primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  account_id uuid not null references mail_accounts (id) on delete cascade,
  rule_id uuid references mail_rules (id) on delete set null,
  message_id uuid not null references mail_messages (id) on delete cascade,
  thread_id uuid not null references mail_threads (id) on delete cascade,
  -- The rule as it was called then, and what it did, in words.
  rule_name text not null,
  what text not null,
  at timestamptz(3) not null default now()
);
create index mail_rule_log_thread on mail_rule_log (thread_id, id desc);
create index mail_rule_log_rule on mail_rule_log (rule_id);
create index mail_rule_log_message on mail_rule_log (message_id);
create index mail_rule_log_account on mail_rule_log (account_id);
create index mail_rule_log_workspace on mail_rule_log (workspace_id);
select build_wall('mail_rule_log');
create policy mail_readers on mail_rule_log as restrictive to gauntlet_app
  using (account_id = any(array(select a.id from mail_accounts a)))
  with check (account_id = any(array(select a.id from mail_accounts a)));
