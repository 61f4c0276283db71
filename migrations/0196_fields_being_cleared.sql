-- Values of a removed field that many records have go in the background: until then its key is not given to another field.
alter table removed_fields add column clearing boolean not null default false;
