-- Deletes what belongs to a website that is deleted. The service has emptied it before; this is for a workspace that goes.
create or replace function pixel_forget_site() returns trigger
language plpgsql
set plan_cache_mode = force_custom_plan
as $$
begin
  delete from pixel_events where site_id = old.id;
  delete from pixel_visits where site_id = old.id;
  delete from pixel_daily where site_id = old.id;
  delete from pixel_visitors where site_id = old.id;
  delete from pixel_cohorts where site_id = old.id;
  return null;
end
$$;
