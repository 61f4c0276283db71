-- The workflows that led to a change which a sync brings over: those of both sides would otherwise set one another off for ever.
alter table sync_dirty add column chain text[] not null default '{}';
