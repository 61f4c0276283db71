-- When whoever uses a session gave the password of its account last, after signing in; null: not since.
alter table sessions add column proved_at timestamptz(3);
