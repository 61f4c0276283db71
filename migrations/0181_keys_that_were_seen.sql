-- Names of the keys that servers of this installation sealed with, each with the instant at which one of them was last there:
-- two at a time are a mistake that shows as all sorts of other things.
alter table installation_policy add column keys_seen jsonb not null default '{}';
