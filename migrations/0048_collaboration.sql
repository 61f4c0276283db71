-- Working together on records: comments, mentions, favourites, watching.
-- A comment stands under a record, or under another comment of the same record: threads are one level deep.
create table record_comments (
  id uuid primary key,
  workspace_id uuid not null,
  version integer not null default 1,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  record_id uuid not null,
  parent_id uuid references record_comments (id) on delete cascade,
  text text not null,
  -- Who is named in it, as they were called then: [{id, name}].
  mentions jsonb not null default '[]',
  resolved_at timestamptz(3),
  resolved_by uuid,
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  edited_at timestamptz(3),
  deleted_at timestamptz(3)
);
--> statement-breakpoint
create index record_comments_of_record on record_comments (workspace_id, record_id, id desc) where parent_id is null;
--> statement-breakpoint
create index record_comments_of_thread on record_comments (parent_id, id) where parent_id is not null;
--> statement-breakpoint
create table comment_reactions (
  workspace_id uuid not null,
  comment_id uuid not null references record_comments (id) on delete cascade,
  user_id uuid not null,
  reaction text not null,
  created_at timestamptz(3) not null default now(),
  primary key (comment_id, reaction, user_id)
);
--> statement-breakpoint
alter table record_notes add column mentions jsonb not null default '[]';
--> statement-breakpoint
-- Who is told of changes of a record. The owner is without a row; `muted` keeps also the owner out.
create table record_watches (
  workspace_id uuid not null,
  record_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  reason text not null check (reason in ('chosen', 'mentioned', 'commented')),
  muted boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, record_id, user_id)
);
--> statement-breakpoint
-- What one watches without asking for it.
create table watch_settings (
  workspace_id uuid not null,
  user_id uuid not null,
  own boolean not null default true,
  mentioned boolean not null default true,
  commented boolean not null default true,
  primary key (workspace_id, user_id)
);
--> statement-breakpoint
-- Changes that their watchers have not been told of yet: they are gathered for a while, so that ten edits are one message.
create table watch_news (
  workspace_id uuid not null,
  user_id uuid not null,
  record_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license')),
  acts text[] not null default '{}',
  fields text[] not null default '{}',
  actors uuid[] not null default '{}',
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id, record_id)
);
--> statement-breakpoint
create index watch_news_due on watch_news (last_at);
--> statement-breakpoint
-- What a person wants near at hand: records and saved views, in an order of their own.
create table favourites (
  workspace_id uuid not null,
  user_id uuid not null,
  target_id uuid not null,
  kind text not null check (kind in ('contact', 'company', 'lead', 'opportunity', 'activity', 'business_license', 'view')),
  position integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (workspace_id, user_id, target_id)
);
--> statement-breakpoint
select build_wall(walled::regclass) from unnest(array['record_comments', 'comment_reactions', 'record_watches', 'watch_settings', 'watch_news', 'favourites']) as walled;
