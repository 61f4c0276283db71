-- When the forecast of each workspace was kept last, found in one step: without it all that was ever kept of each was read, four times a day.
create index forecast_snapshots_taken on forecast_snapshots (workspace_id, taken_on);
