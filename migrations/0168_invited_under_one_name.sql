-- Under which name guests have an invitation in their calendars. A series that is changed goes on as another one, and its
-- occurrences are called otherwise from then on: what guests have must still be found, or they would have it twice.
alter table activities add column invited_uid text;
--> statement-breakpoint
update activities set invited_uid = case when series_id is null then id::text else series_id::text || '-' || translate(occurs, '-:', '') end || '@gauntlet'
where invited_sequence is not null;
