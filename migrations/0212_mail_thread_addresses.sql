-- Addresses of everyone in a conversation but the mailbox itself: what a reply without a reference is recognized by.
alter table mail_threads add column addresses text[] not null default '{}';

-- Rows of mail are found by mailbox, conversation, or message. Before the first statistics of a new table, the planner
-- took these indexes, which hold every row of a workspace, and the first synchronization slowed down as it went on.
drop index mail_threads_workspace;
drop index mail_messages_workspace;
drop index mail_thread_keys_workspace;
