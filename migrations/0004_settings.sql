-- What people set for themselves, and the keys and second factors that they sign in with. System tables: only system
-- code reads them, so they stand outside the wall and the app role has no right to them.
create table user_settings (
  user_id uuid primary key references users (id) on delete cascade,
  appearance jsonb,
  notifications jsonb
);
--> statement-breakpoint
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null,
  prefix text not null,
  key_hash text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3)
);
--> statement-breakpoint
create unique index api_keys_hash on api_keys (key_hash);
--> statement-breakpoint
create index api_keys_user on api_keys (user_id);
--> statement-breakpoint
create table two_factors (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz(3),
  last_step bigint not null default 0,
  recovery_hashes text[] not null
);
