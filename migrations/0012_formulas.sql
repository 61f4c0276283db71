-- Calculated fields: a formula over the record's other fields, and the kind of value that it gives. The values stand with
-- the others in `custom`, so that lists filter, sort and export them alike.
alter table custom_fields
  add column formula text not null default '',
  add column result text check (result in ('number', 'text', 'day', 'boolean'));
