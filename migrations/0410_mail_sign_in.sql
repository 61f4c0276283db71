-- Mailboxes that people open by signing in at their provider (OAuth 2); see src/domains/mail/server/sign-in.ts.
alter table mail_accounts
  -- The connection through which the person signed in; null: the mailbox has a password. It may be gone by now.
  add column sign_in_id uuid,
  -- Access and refresh token with their endpoint, sealed.
  add column tokens text,
  -- Until when one process renews the tokens and others wait.
  add column renewing_until timestamptz(3),
  -- Access was revoked or ran out: only the person can open it again.
  add column needs_sign_in boolean not null default false;

-- Sign-ins that began and have not come back yet, each used once.
create table mail_sign_ins (
  -- SHA-256 of the state that travels through the browser.
  id text primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Only the session that began it can finish it.
  session_id uuid not null,
  connection_id uuid not null references connections (id) on delete cascade,
  -- The mailbox that is signed in to again; null: a new one.
  account_id uuid references mail_accounts (id) on delete cascade,
  -- PKCE verifier.
  sealed_verifier text not null,
  sender_name text not null default '',
  is_shared boolean not null default false,
  member_ids uuid[] not null default '{}',
  -- Where the person is for a provider that does not say.
  address text collate "C" not null default '',
  created_at timestamptz(3) not null default now()
);
create index mail_sign_ins_user on mail_sign_ins (user_id);
create index mail_sign_ins_workspace on mail_sign_ins (workspace_id);
create index mail_sign_ins_connection on mail_sign_ins (connection_id);
create index mail_sign_ins_account on mail_sign_ins (account_id);
select build_wall('mail_sign_ins');
create policy mail_readers on mail_sign_ins as restrictive to gauntlet_app
  using (user_id = (select app_user())) with check (user_id = (select app_user()));
