-- Two contacts of one meeting that had become one before a merge looked after that attend it twice: they were invited, counted
-- and shown twice. One of the two rows stays, as a merge has it by now (server/activities/attendees.ts): the one that was invited,
-- then the one that answered last. What goes is kept with the merge that doubled it, and comes back when that is undone.
create temporary table doubled on commit drop as
select a.id, a.workspace_id, a.contact_id, a.stays, to_jsonb(t) as row from (
  select id, workspace_id, contact_id, first_value(id) over ranked as stays, row_number() over ranked as place
  from activity_attendees where contact_id is not null
  window ranked as (partition by activity_id, contact_id order by invited_at is not null desc, answered_at desc nulls last, position, id)
) a join activity_attendees t on t.id = a.id where a.place > 1;
--> statement-breakpoint
with merged as (
  select d.id, d.row, m.id as merge_id, m.workspace_id, case when m.moved->'rows'->'attendances' ? d.id::text then m.merged_id else m.keep_id end as contact_id
  from doubled d cross join lateral (
    select m.* from record_merges m where m.workspace_id = d.workspace_id and m.keep_id = d.contact_id and m.kind = 'contact' and m.undone_at is null
      and m.moved->'rows'->'attendances' ?| array[d.id::text, d.stays::text]
    order by m.created_at desc, m.id desc limit 1
  ) m
), kept as (
  select workspace_id, merge_id, jsonb_agg(row || jsonb_build_object('contact_id', contact_id) order by id) as gone from merged group by workspace_id, merge_id
)
update record_merges m set moved = jsonb_set(m.moved, '{more}',
  -- Merges of earlier versions kept the parts alone.
  case when jsonb_typeof(m.moved->'more') = 'object' then m.moved->'more' else jsonb_build_object('parts', case when jsonb_typeof(m.moved->'more') = 'array' then m.moved->'more' else '[]' end) end
  || jsonb_build_object('attendees', jsonb_build_object(
    'gone', (case when jsonb_typeof(m.moved->'more') = 'object' then m.moved->'more'->'attendees'->'gone' else '[]' end) || k.gone,
    'moved', case when jsonb_typeof(m.moved->'more') = 'object' then m.moved->'more'->'attendees'->'moved' else '[]' end)))
from kept k where m.workspace_id = k.workspace_id and m.id = k.merge_id;
--> statement-breakpoint
delete from activity_attendees a using doubled d where a.id = d.id;
--> statement-breakpoint
-- How many activities a contact has is the same as before: there is nothing to calculate.
delete from rollup_due r using doubled d where r.workspace_id = d.workspace_id and r.kind = 'contact' and r.record_id = d.contact_id;
