-- Work that comes back on a schedule: one row for each kind, for the whole installation. Who works on it, and when it
-- is due next, stands here, so that any number of processes run it once.
create table recurring_jobs (
  name text primary key,
  -- The schedule that next_at was made from; another one in the code makes a new time.
  schedule text not null,
  next_at timestamptz(3) not null,
  -- Number of the process that works on it; null while nobody does.
  node integer,
  started_at timestamptz(3),
  heartbeat_at timestamptz(3),
  -- The last run that ended, however it ended.
  last_due_at timestamptz(3),
  last_finished_at timestamptz(3),
  last_duration_ms integer,
  last_error text,
  -- Runs that failed since the last that did not.
  failures integer not null default 0,
  runs bigint not null default 0
);
