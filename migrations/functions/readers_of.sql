-- Which of these records and activities are private, and who may read them; for work above row-level security, such as
-- notifications.
create or replace function readers_of(subjects uuid[]) returns table (id uuid, readers uuid[])
language sql stable
as $$
  select p.record_id, p.readers from private_records p where p.record_id = any(subjects)
  union all select a.id, p.readers from activities a join private_records p
    on p.record_id in (a.lead_id, a.opportunity_id) where a.id = any(subjects)
$$;
