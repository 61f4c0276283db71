-- Questions that people put to the operations team, and what was said. A conversation belongs to the workspace that it
-- was begun in.
create table support_conversations (
  id uuid primary key,
  workspace_id uuid not null,
  -- Whose question it is.
  user_id uuid not null references users (id) on delete cascade,
  -- The beginning of the first message.
  subject text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  -- Waits for an answer: the last message is the person's.
  waiting boolean not null default true,
  assignee_id uuid references users (id) on delete set null,
  -- Path of the page that it was begun on.
  place text,
  -- What was asked of the manual before a person was asked, so that nobody need ask again.
  asked text,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  last_message_id uuid not null,
  last_message_at timestamptz(3) not null default now(),
  -- Up to which message each side has read.
  user_read_id uuid,
  team_read_id uuid
);
create index support_conversations_mine on support_conversations (workspace_id, user_id, last_message_id desc);
create index support_conversations_inbox on support_conversations (state, last_message_id desc);
create index support_conversations_waiting on support_conversations (last_message_id desc) where waiting
  and state = 'open';
create index support_conversations_user on support_conversations (user_id);
create index support_conversations_assignee on support_conversations (assignee_id) where assignee_id is not null;
select build_wall('support_conversations');

create table support_messages (
  id uuid primary key,
  workspace_id uuid not null,
  conversation_id uuid not null references support_conversations (id) on delete cascade,
  -- `note` is an act, such as closing, that stands between the messages.
  side text not null check (side in ('user', 'team', 'note')),
  author_id uuid references users (id) on delete set null,
  -- As they were called then: people in one workspace do not see the accounts of another.
  author_name text not null,
  text text not null,
  created_at timestamptz(3) not null default now()
);
create index support_messages_conversation on support_messages (conversation_id, id desc);
create index support_messages_author on support_messages (author_id);
select build_wall('support_messages');

-- Answers that the team gives often; of the workspace of those who answer.
create table support_replies (
  id uuid primary key,
  workspace_id uuid not null,
  title text not null,
  text text not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
create index support_replies_title on support_replies (workspace_id, title, id);
select build_wall('support_replies');
