-- Text messages of the embedded provider, which stay here: a simulated handset.
create table handset_messages (
  id uuid primary key,
  workspace_id uuid not null,
  direction text not null check (direction in ('to_handset', 'from_handset')),
  sender text not null,
  recipient text not null,
  text text not null,
  -- The sender's name for the message, which is kept once.
  key text,
  created_at timestamptz(3) not null default now()
);
create unique index handset_messages_key on handset_messages (workspace_id, key) where key is not null;
create index handset_messages_latest on handset_messages (workspace_id, id desc);
select build_wall('handset_messages');
