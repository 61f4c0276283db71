-- As the other kinds have it: the trash of activities read all that there are, to show the few that lie in it, or none.
create index activities_in_trash on activities (workspace_id, deleted_at, id) where deleted_at is not null;
