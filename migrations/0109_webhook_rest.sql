-- An endpoint that did not answer rests a while: its messages wait, and do not hold up those of others.
alter table webhook_endpoints add column rest_until timestamptz;
