-- The day on which the records of a kind were last calculated with this formula, in the zone of the workspace: what reads
-- today() is another the next day, without anybody changing anything.
alter table custom_fields add column calculated_on date;
