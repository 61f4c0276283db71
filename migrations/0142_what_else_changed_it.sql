-- What changed a watched record beside people, in words: `the workflow “Greet”`.
alter table watch_news add column agents text[] not null default '{}';
