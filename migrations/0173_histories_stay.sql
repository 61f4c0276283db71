-- The history of a record is read from its events: they stay as long as it does. The others are forgotten after a while, in
-- the order of their numbers; this is how far that has come
-- (no row: nowhere).
create table event_horizon (
  id boolean primary key default true check (id),
  -- Every event up to this number has been looked at, and is either gone or part of a history.
  looked_to bigint not null default 0,
  -- Who heard of changes up to here last may have missed some that are forgotten.
  forgotten_xid xid8 not null default '0'
);
--> statement-breakpoint
grant select on event_horizon to gauntlet_app;
--> statement-breakpoint
-- What is deleted for good takes its history with it, as far as nobody has yet to hear of it; that goes by the clock.
create function forget_history(ids text[]) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp set plan_cache_mode = 'auto'
  as $$
    delete from events e where e.workspace_id = app_workspace() and e.subject_type = any('{contact,company,lead,opportunity,activity,transaction}') and e.subject_id = any(ids)
      and not exists (select 1 from event_cursors c where (c.xid, c.event_id) < (e.xid, e.id))
  $$;
--> statement-breakpoint
revoke all on function forget_history(text[]) from public;
--> statement-breakpoint
grant execute on function forget_history(text[]) to gauntlet_app;
