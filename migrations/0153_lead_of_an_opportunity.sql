-- The timeline of an opportunity names the lead that it was made of.
create index leads_of_opportunity on leads (workspace_id, opportunity_id) where opportunity_id is not null;
