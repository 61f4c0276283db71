-- A licence's page counts the leads under it, as it counts contacts and opportunities.
create index leads_of_license on leads (workspace_id, business_license_id, id) where business_license_id is not null and deleted_at is null;
