-- Appointments that are booked on calls, and the minutes that calls cost.
alter table phone_calls
  -- The booking is kept with the call, whatever becomes of it.
  add column booking_id uuid,
  -- Credits that are set aside for the call, and how many minutes they last.
  add column reservation_id uuid,
  add column reserved_minutes integer check (reserved_minutes > 0),
  -- What the minutes cost; null: not counted, or not yet.
  add column credits numeric(18, 4) check (credits >= 0),
  drop constraint phone_calls_outcome_check,
  add constraint phone_calls_outcome_check check (outcome in ('completed', 'message', 'callback', 'booked', 'transferred',
    'abandoned', 'missed', 'voicemail', 'limit', 'failed'));
create index phone_calls_unsettled on phone_calls (ended_at) where reservation_id is not null and credits is null;

update phone_agents set steps = (
  select jsonb_agg(case when step ->> 'kind' = 'talk' then step || '{"typeId": ""}' else step end order by place)
    from jsonb_array_elements(steps) with ordinality as s(step, place)
) where steps @> '[{"kind": "talk"}]';
