-- Since when nobody who is still here sees a private record: all who did are deactivated or gone. Where that lasts, whoever
-- runs the workspace sees it (docs/decisions/0139).
alter table private_records add column lonely_since timestamptz(3);
